package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.metrics.Metric;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.topics.TopicRole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metrics of the running topology. */
class ProcessorMetricsTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);

  private final TopologyRig rig = new TopologyRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private double counted(Metric metric) {
    return rig.meters().get(metric.id()).counter().count();
  }

  private double gauge(Metric metric, String... tags) {
    return rig.meters().get(metric.id()).tags(tags).gauge().value();
  }

  @Test
  void newRootTasksAreCountedOnce_andSubtasksAreNotCounted() {
    // When
    rig.pipe(
        failure("T1", "e-1", seconds(1)),
        failure("T1", "e-2", seconds(2)),
        failureBelow("T1", "T1.1", "e-3", seconds(3)),
        failure("T2", "e-4", seconds(4)));

    // Then
    assertThat(counted(Metric.TASKS_BEGUN)).isEqualTo(2);
    assertThat(rig.counterValue(Metric.AGENT_EVENTS.id(), "agent", "backend-1")).isEqualTo(4);
    assertThat(gauge(Metric.TASKS_NOW)).isEqualTo(3);
  }

  @Test
  void aCanaryGetsAnOkVerdictAndIsNotCounted() {
    // Given
    String canary = CanaryTasks.PREFIX + "0-0";

    // When
    rig.pipe(
        canaryEventRequestingReply(canary, "e-1", 1), canaryEventRequestingReply(canary, "e-2", 2));

    // Then
    assertThat(rig.verdicts()).extracting(LoopVerdict::getTaskId).containsOnly(canary).hasSize(2);
    assertThat(rig.counterValue(Metric.EVENTS.id(), "outcome", "taken")).isZero();
    assertThat(gauge(Metric.TASKS_NOW)).isZero();
    assertThat(counted(Metric.TASKS_BEGUN)).isZero();
    assertThat(rig.meters().find(Metric.VERDICTS.id()).counters()).isEmpty();
  }

  private static AgentEvent canaryEventRequestingReply(String canary, String eventId, int second) {
    AgentEvent event =
        TopologyEvents.event(
            canary, eventId, seconds(second), new TaskStarted("an answer", null, null));
    event.setAgentId(CanaryTasks.AGENT);
    event.setReplyRequested(true);
    return event;
  }

  @Test
  void onlyCanaryEventsMayUseACanaryTaskId() {
    // Given
    String canary = CanaryTasks.PREFIX + "0-0";

    // When
    rig.pipe(
        failure(canary, "e-1", seconds(1)),
        failureBelow(canary, "T1.1", "e-2", seconds(2)),
        canaryEventRequestingReply("T1", "e-3", 3));

    // Then
    assertThat(rig.deadLetters())
        .hasSize(2)
        .allMatch(
            letter ->
                Stream.of(letter.headers().toArray())
                    .anyMatch(
                        header ->
                            new String(header.value(), StandardCharsets.UTF_8)
                                .contains(
                                    "taskId and rootTaskId must not begin with"
                                        + " eddyline-canary-")));
    assertThat(rig.counterValue(Metric.VERDICTS.id(), "loop_type", "ok")).isEqualTo(1);
  }

  @Test
  void openGatesAreCountedFromTheStore_alsoAfterARestart() {
    // Given
    for (int i = 0; i < 3; i++) {
      rig.pipe(failure("T1", "e-" + i, seconds(i)));
    }

    // When
    rig.driver().advanceWallClockTime(Duration.ofMinutes(10));

    // Then
    assertThat(gauge(Metric.GATES_OPEN, "age", "5m_to_30m")).isEqualTo(1);
    assertThat(gauge(Metric.GATES_OLDEST)).isBetween(590.0, 600.0);
  }

  @Test
  void aProposedEventIsCountedAsAReply_notAsALoop() {
    // Given
    AgentEvent eventRequestingReply =
        TopologyEvents.event(
            "T1",
            "p-1",
            seconds(5),
            StepStarted.newBuilder().setStep("test").setProposed(true).build());

    // When
    rig.pipe(eventRequestingReply);

    // Then
    assertThat(rig.counterValue(Metric.VERDICTS.id(), "mode", "proposal")).isEqualTo(1);
    assertThat(rig.counterValue(Metric.AGENT_LOOPS.id(), "agent", "backend-1")).isZero();
    assertThat(rig.counterValue(Metric.EVENTS.id(), "outcome", "answered")).isEqualTo(1);
  }

  @Test
  void tasksWithThreeOrMoreAttemptsAreCounted() {
    // When
    for (int i = 0; i < 3; i++) {
      rig.pipe(attempt("T3.4.2", "a-" + i));
    }
    rig.pipe(attempt("T7.1.2", "a-9"));

    // Then
    assertThat(gauge(Metric.TASKS_ATTEMPTED, "attempts", "3_and_more")).isEqualTo(1);
    assertThat(gauge(Metric.TASKS_ATTEMPTED, "attempts", "under_3")).isEqualTo(1);
    rig.driver().advanceWallClockTime(Duration.ofMinutes(61));
    assertThat(gauge(Metric.TASKS_ATTEMPTED, "attempts", "3_and_more")).isZero();
  }

  private static AgentEvent attempt(String task, String eventId) {
    return TopologyEvents.event(
        task,
        eventId,
        seconds(1),
        TaskAttempted.newBuilder()
            .setStatus(TaskStatus.IN_PROGRESS)
            .setBlockers(List.of())
            .setCompletedWork(List.of(eventId))
            .build());
  }

  @Test
  void deadLettersAreCountedByReason() {
    // When
    rig.pipe(EVENTS, bytes("T1"), new byte[] {1, 2, 3}, new RecordHeaders(), seconds(1));
    AgentEvent event = failure("T1", "e-1", seconds(1));
    rig.pipe(EVENTS, bytes("T2"), rig.bytes(EVENTS, event), new RecordHeaders(), seconds(2));

    // Then
    assertThat(rig.counterValue(Metric.DEAD_LETTERS.id(), "reason", "unreadable")).isEqualTo(1);
    assertThat(rig.counterValue(Metric.DEAD_LETTERS.id(), "reason", "refused")).isEqualTo(1);
    assertThat(rig.counterValue(Metric.DEAD_LETTERS.id(), "reason", "failed")).isZero();
  }
}
