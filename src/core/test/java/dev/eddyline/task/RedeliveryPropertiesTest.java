package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.TaskScript;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/** Whatever is redelivered, and whenever: what is published stays the same. */
@Tag(TestTags.TRIES)
class RedeliveryPropertiesTest {

  @Property
  void redeliveryDoesNotChangePublishedRecords(@ForAll("deliveries") List<Delivery> deliveries) {
    EngineScenario once = EngineScenario.under("default");
    EngineScenario redelivered = EngineScenario.under("default");
    List<AgentEvent> sent = new ArrayList<>();
    for (Delivery delivery : deliveries) {
      AgentEvent event = delivery.event(sent.size());
      sent.add(event);
      once.processEvent(event);
      redelivered.processEvent(event);
      int back = sent.size() - 1 - delivery.back();
      if (back >= 0) {
        assertThat(redelivered.processEvent(sent.get(back)).outcome())
            .isEqualTo(InputOutcome.REPEATED);
      }
    }

    assertThat(withoutPlaces(redelivered)).isEqualTo(withoutPlaces(once));
  }

  @Property(tries = 100)
  void theSameInputsInTheSameOrderPublishTheSame(@ForAll("deliveries") List<Delivery> deliveries) {
    EngineScenario first = EngineScenario.under("default");
    EngineScenario second = EngineScenario.under("default");
    for (int i = 0; i < deliveries.size(); i++) {
      first.processEvent(deliveries.get(i).event(i));
      second.processEvent(deliveries.get(i).event(i));
    }

    assertThat(second.published()).isEqualTo(first.published());
  }

  @Property
  void noCountIsEverNegative(@ForAll("deliveries") List<Delivery> deliveries) {
    EngineScenario story = EngineScenario.under("default");
    for (int i = 0; i < deliveries.size(); i++) {
      story.processEvent(deliveries.get(i).event(i));
    }

    assertThat(story.published())
        .filteredOn(record -> record.getSchema().getField("loopCount") != null)
        .allMatch(record -> (int) record.get(record.getSchema().getField("loopCount").pos()) >= 0);
  }

  /** An event, and how many events back a redelivery follows it. */
  record Delivery(String message, int kind, int back) {

    AgentEvent event(int number) {
      TaskScript<AgentEvent> script =
          TaskScript.<AgentEvent>of(kind > 6 ? "T1.1" : kind % 5 == 4 ? "T2" : "T1", event -> event)
              .withEventId("n" + number)
              .at(EngineScenario.BEGIN.minusSeconds(60 - number));
      TaskScript<AgentEvent> task = kind > 6 ? script.belowRoot("T1") : script;
      return switch (kind) {
        case 0 -> task.completes();
        case 1 -> task.decides(Decision.APPROVE);
        case 2 -> task.calls("c" + number, "ls", "{}");
        case 3 -> task.returnsError("c" + (number - 1), "ls", message);
        case 6, 7 ->
            task.publishesBody(ProgressReported.newBuilder().setFilesCreated(number % 20).build());
        case 8 -> task.completes();
        default -> task.fails(message);
      };
    }
  }

  @Provide
  Arbitrary<List<Delivery>> deliveries() {
    Arbitrary<Integer> kinds =
        Arbitraries.frequency(
            Tuple.of(1, 0),
            Tuple.of(1, 1),
            Tuple.of(3, 2),
            Tuple.of(3, 3),
            Tuple.of(3, 4),
            Tuple.of(9, 5),
            Tuple.of(1, 6),
            Tuple.of(1, 7),
            Tuple.of(1, 8),
            Tuple.of(9, 9));
    return Combinators.combine(
            Arbitraries.of("Error A", "Error B"), kinds, Arbitraries.integers().between(0, 20))
        .as(Delivery::new)
        .list()
        .ofMaxSize(50);
  }

  /** What was published but for the offsets, which redelivery moves. */
  /** A redelivered decision has a receipt of its own. */
  private static List<String> withoutPlaces(EngineScenario story) {
    return story.published().stream()
        .filter(record -> !(record instanceof DecisionReceipt))
        .map(
            record ->
                record.toString().replaceAll("\"(offset|startedOffset|recordTime)\": [^,]+", ""))
        .toList();
  }
}
