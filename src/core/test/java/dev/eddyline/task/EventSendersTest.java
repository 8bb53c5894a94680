package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.gate.VerdictIds;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.ArrayList;
import java.util.List;
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
  void whatCameWithoutATokenAnswersARepetition() {
    // When
    LoopVerdict reply =
        task(NONE).withEventId("c1").requestingReply().fails("the kiln is cold").verdict();

    // Then
    assertThat(idsOfReply("T1", "c1", "kiln")).doesNotContain(reply.getVerdictId());
    assertThat(VerdictIds.ofReplyWithoutToken(event("T1", "c1", "kiln")))
        .contains(reply.getVerdictId());
  }

  @Test
  void aResetWithAnIdThatAnotherSenderUsedClearsTheFailures() {
    // Given
    EngineScenario reset =
        EngineScenario.underYaml("identical_failure: {}", "gate: {resetOnUserMessage: true}");
    TaskScript<Outputs> agent = reset.task("T1").withIngestToken("kiln");
    agent.withEventId("1").fails("the kiln is cold");
    agent.fails("the kiln is cold");

    // When
    reset
        .task("T1")
        .withIngestToken("glaze")
        .withEventId("1")
        .receivesUserMessage("light the kiln");

    // Then
    assertThat(agent.fails("the kiln is cold").verdicts()).isEmpty();
  }

  @Test
  void idsThatAnotherSenderUsedHideNoLoopOfASession() {
    // Given
    EngineScenario session =
        EngineScenario.underYaml("cross_task_cycle: {}", "gate: {attempts: null}");
    for (String task : List.of("T1", "T2")) {
      for (int step = 0; step < 8; step++) {
        attempts(session.task(task).withIngestToken("glaze"), step);
      }
    }

    // When
    List<LoopVerdict> found = new ArrayList<>();
    for (int step = 0; step < 8; step++) {
      found.addAll(
          attempts(session.task(step % 2 == 0 ? "T1" : "T2").withIngestToken("kiln"), step)
              .verdicts());
    }

    // Then
    assertThat(found).extracting(LoopVerdict::getLoopType).contains(LoopType.CROSS_TASK_CYCLE);
  }

  private static Outputs attempts(TaskScript<Outputs> task, int step) {
    return task.inSession("S")
        .withEventId("c" + step)
        .attempts(TaskStatus.IN_PROGRESS, List.of(), List.of());
  }

  private static List<String> idsOfReply(String task, String eventId, String token) {
    return VerdictIds.ofReply(event(task, eventId, token));
  }

  private static AgentEvent event(String task, String eventId, String token) {
    AgentEvent event = new AgentEvent();
    event.setTaskId(task);
    event.setEventId(eventId);
    event.setIngestToken(token);
    return event;
  }

  private static List<GateTrigger> failSixTimes(TaskScript<Outputs> agent) {
    List<GateTrigger> gates = new ArrayList<>();
    for (int call = 0; call < 6; call++) {
      gates.addAll(agent.withEventId("c" + call).fails("the kiln is cold").gates());
    }
    return gates;
  }
}
