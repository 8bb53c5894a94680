package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.gate.VerdictIds;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events of several senders with the same ids. */
class EventSendersTest {

  private static final String NONE = "none";

  private final EngineScenario story = EngineScenario.under("default");
  private final TaskScript<Outputs> kiln = story.task("T1").withIngestToken("kiln");
  private final TaskScript<Outputs> glaze = story.task("T1").withIngestToken("glaze");

  private TaskScript<Outputs> task(String token) {
    return story.task("T1").withIngestToken(NONE.equals(token) ? null : token);
  }

  /** A token in quotes is empty, as that of telemetry and imports; "none" is a program on Kafka. */
  @ParameterizedTest
  @CsvSource({
    "kiln, kiln, REPEATED",
    "none, none, REPEATED",
    "'', '', REPEATED",
    "kiln, glaze, TAKEN",
    "kiln, none, TAKEN",
    "none, kiln, REPEATED",
    "kiln, '', REPEATED",
    "'', kiln, REPEATED",
    "'', none, REPEATED",
    "none, '', REPEATED",
  })
  void anEventRepeatsOneOfTheSameSender(String first, String second, InputOutcome outcome) {
    // Given
    task(first).withEventId("c1").fails("the kiln is cold");

    // When
    Outputs later = task(second).withEventId("c1").fails("the kiln is cold");

    // Then
    assertThat(later.outcome()).isEqualTo(outcome);
  }

  @Test
  void eachSenderRepeatsItsOwnEventWhenBothAreKnown() {
    // Given
    kiln.withEventId("c1").fails("the kiln is cold");
    glaze.withEventId("c1").fails("the kiln is cold");

    // Then
    assertThat(kiln.withEventId("c1").fails("x").outcome()).isEqualTo(InputOutcome.REPEATED);
    assertThat(glaze.withEventId("c1").fails("x").outcome()).isEqualTo(InputOutcome.REPEATED);
    assertThat(task("").withEventId("c1").fails("x").outcome()).isEqualTo(InputOutcome.REPEATED);
  }

  @Test
  void idsThatAnotherSenderUsedHideNoLoop() {
    // Given
    for (int call = 0; call < 6; call++) {
      glaze.withEventId("c" + call).receivesUserMessage("colour " + call);
    }

    // When
    List<GateTrigger> gates = failSixTimes(kiln);

    // Then
    assertThat(gates).isNotEmpty();
  }

  @Test
  void loopsOfTwoSendersHaveVerdictsAndGatesOfTheirOwn() {
    // Given
    List<GateTrigger> first = failSixTimes(kiln);
    story.task("T1").decides(Decision.APPROVE);

    // When
    List<GateTrigger> second = failSixTimes(glaze);

    // Then
    assertThat(first).isNotEmpty();
    assertThat(second).isNotEmpty();
    assertThat(second.get(0).getGateId()).isNotEqualTo(first.get(0).getGateId());
    assertThat(story.published().stream().filter(LoopVerdict.class::isInstance))
        .map(record -> ((LoopVerdict) record).getVerdictId())
        .doesNotHaveDuplicates();
  }

  @Test
  void replyToASubtaskIsFoundByItsSender() {
    // When
    LoopVerdict reply = null;
    for (int call = 0; call < 3; call++) {
      reply =
          story
              .task("S1")
              .belowRoot("T1")
              .withIngestToken("kiln")
              .withEventId("s" + call)
              .requestingReply()
              .fails("the kiln is cold")
              .verdict();
    }

    // Then
    assertThat(idsOfReply("S1", "s2", "kiln")).contains(reply.getVerdictId());
    assertThat(idsOfReply("S1", "s2", "glaze")).doesNotContain(reply.getVerdictId());
    assertThat(idsOfReply("S1", "s2", null)).doesNotContain(reply.getVerdictId());
  }

  @Test
  void replyAfterTheSentenceModelIsFoundByItsSender() {
    // Given
    story
        .task("T1")
        .withIngestToken("kiln")
        .publishesBody(new CollaborationRequested("tester", "Write unit tests for the parser"));

    // When
    Outputs asked =
        story
            .task("T1")
            .withIngestToken("kiln")
            .withEventId("b")
            .requestingReply()
            .publishesBody(
                new CollaborationRequested("tester", "Write thorough unit tests for the parser"));

    // Then
    assertThat(asked.signalled(MeaningRequested.class)).hasSize(1);
    assertThat(idsOfReply("T1", "b", "kiln")).contains(asked.verdict().getVerdictId());
    assertThat(idsOfReply("T1", "b", "glaze")).doesNotContain(asked.verdict().getVerdictId());
  }

  @Test
  void whatCameWithoutATokenAnswersEverySender() {
    // When
    LoopVerdict reply =
        task(NONE).withEventId("c1").requestingReply().fails("the kiln is cold").verdict();

    // Then
    assertThat(idsOfReply("T1", "c1", "kiln")).contains(reply.getVerdictId());
  }

  private static Set<String> idsOfReply(String task, String eventId, String token) {
    AgentEvent event = new AgentEvent();
    event.setTaskId(task);
    event.setEventId(eventId);
    event.setIngestToken(token);
    return VerdictIds.ofReply(event);
  }

  private static List<GateTrigger> failSixTimes(TaskScript<Outputs> agent) {
    List<GateTrigger> gates = new ArrayList<>();
    for (int call = 0; call < 6; call++) {
      gates.addAll(agent.withEventId("c" + call).fails("the kiln is cold").gates());
    }
    return gates;
  }
}
