package dev.eddyline.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventGeneratorTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final int TASKS = 20;
  private static final int EVENTS = 2_000;

  private final EventMix mix = EventMix.shipped();

  private List<AgentEvent> generateEvents(long seed, int task, int events) {
    EventGenerator generator = new EventGenerator(mix, seed, TASKS, BEGIN, "t");
    List<AgentEvent> generated = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      generated.add(generator.next(task));
    }
    return generated;
  }

  @Test
  void eventsOfATaskDoNotDependOnTaskOrder() {
    // Given
    EventGenerator inTurns = new EventGenerator(mix, 1, TASKS, BEGIN, "t");
    List<AgentEvent> third = new ArrayList<>();

    // When
    for (int i = 0; i < 100; i++) {
      inTurns.next(7);
      third.add(inTurns.next(3));
      inTurns.next(i % 3);
    }

    // Then
    assertThat(third).isEqualTo(generateEvents(1, 3, 100));
  }

  @Test
  void eventsDifferBySeedAndTask() {
    // Given
    List<Object> generated = bodies(generateEvents(1, 3, 50));

    // When
    List<Object> ofAnotherSeed = bodies(generateEvents(2, 3, 50));
    List<Object> ofAnotherTask = bodies(generateEvents(1, 4, 50));

    // Then
    assertThat(ofAnotherSeed).isNotEqualTo(generated);
    assertThat(ofAnotherTask).isNotEqualTo(generated);
  }

  @Test
  void eventTypesMatchMixShares() {
    // Given
    Map<MixEventType, Integer> counts = new HashMap<>();

    // When
    for (int task = 0; task < TASKS; task++) {
      generateEvents(1, task, EVENTS)
          .forEach(event -> counts.merge(typeOf(event.getBody()), 1, Integer::sum));
    }

    // Then
    for (MixEventType type : MixEventType.values()) {
      double share = counts.getOrDefault(type, 0) / (double) (TASKS * EVENTS);
      assertThat(share).as(type.jsonName()).isCloseTo(mix.statsOf(type).share(), within(0.02));
    }
  }

  @Test
  void textLengthsMatchMix() {
    // Given
    double wanted =
        mix.statsOf(MixEventType.RESPONSE_PRODUCED).characters().stream()
            .mapToInt(Integer::intValue)
            .average()
            .orElseThrow();

    // When
    double mean =
        generatedBodies(ResponseProduced.class)
            .mapToInt(response -> response.getText().length())
            .average()
            .orElseThrow();

    // Then
    assertThat(mean).isCloseTo(wanted, within(wanted * 0.1));
  }

  @Test
  void repeatedCallsMatchMix() {
    // When
    List<String> calls =
        generatedBodies(ToolCalled.class)
            .map(call -> call.getTool() + " " + ToolTexts.arguments(call))
            .toList();

    // Then
    long repeated =
        IntStream.range(0, calls.size())
            .filter(i -> calls.subList(Math.max(0, i - 20), i).contains(calls.get(i)))
            .count();
    double share = (double) repeated / calls.size();
    assertThat(share).isCloseTo(mix.statsOf(MixEventType.TOOL_CALLED).again(), within(0.03));
  }

  @Test
  void resultFollowsItsCallAndEventIdsAreUnique() {
    // Given
    List<AgentEvent> generated = generateEvents(1, 0, EVENTS);
    Set<String> ids = new HashSet<>();

    for (int i = 0; i < generated.size(); i++) {
      // When
      AgentEvent event = generated.get(i);

      // Then
      assertThat(ids.add(event.getEventId())).isTrue();
      if (event.getBody() instanceof ToolReturned returned) {
        assertThat(generated.get(i - 1).getBody())
            .isInstanceOfSatisfying(
                ToolCalled.class,
                call -> {
                  assertThat(call.getCallId()).isEqualTo(returned.getCallId());
                  assertThat(call.getTool()).isEqualTo(returned.getTool());
                });
      }
    }
  }

  private static MixEventType typeOf(Object body) {
    String name = body.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_");
    return MixEventType.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private <T> Stream<T> generatedBodies(Class<T> type) {
    return bodies(generateEvents(1, 0, 20_000)).stream().filter(type::isInstance).map(type::cast);
  }

  private static List<Object> bodies(List<AgentEvent> generated) {
    return generated.stream().map(AgentEvent::getBody).toList();
  }
}
