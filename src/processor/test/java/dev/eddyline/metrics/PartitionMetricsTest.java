package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.eddyline.gate.RootResets;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.task.scenario.EngineScenario;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The metrics of scenarios' outputs. */
class PartitionMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Metrics metrics = new Metrics(registry);
  private final PartitionMetrics partition = metrics.addPartitionMetrics(0);
  private final EngineScenario story = EngineScenario.under("default");
  private int counted;

  /** Counts the scenario's outputs since the last call. */
  private void count() {
    long recordTime = EngineScenario.BEGIN.minusMillis(250).toEpochMilli();
    for (SpecificRecord output : story.published().subList(counted, story.published().size())) {
      partition.countOutputRecord(output, false, recordTime);
    }
    counted = story.published().size();
  }

  private double sum(Metric metric, String... tags) {
    return registry.find(metric.id()).tags(tags).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  private double gauge(Metric metric, String... tags) {
    return registry.get(metric.id()).tags(tags).gauge().value();
  }

  private void reportThreeFailures(String task) {
    for (int i = 0; i < 3; i++) {
      story.task(task).fails("Error A");
    }
  }

  @Test
  void loopsAndGatesAreCountedByAgentAndType() {
    // Given
    reportThreeFailures("T1");
    reportThreeFailures("T2");

    // When
    count();

    // Then
    assertThat(sum(Metric.AGENT_LOOPS, "agent", "agent-1", "loop_type", "identical_failure"))
        .isEqualTo(4);
    assertThat(sum(Metric.VERDICTS, "mode", "live", "action", "escalate", "target", "user"))
        .isEqualTo(2);
    assertThat(sum(Metric.TASKS_LOOPED)).isEqualTo(2);
    assertThat(sum(Metric.GATES, "state", "opened")).isEqualTo(2);
    assertThat(registry.get(Metric.GATE_LOOPS.id()).summary().mean()).isEqualTo(2);
    assertThat(registry.get(Metric.DETECTION_LATENCY.id()).summary().max()).isEqualTo(.25);
  }

  @Test
  void falsePositivesAndResolutionTimesAreMeasured() {
    // Given
    reportThreeFailures("T1");
    story.advanceTime(Duration.ofSeconds(57)).task("T1").decides(Decision.FALSE_POSITIVE);
    reportThreeFailures("T2");
    story.task("T2").completes();

    // When
    count();

    // Then
    assertThat(sum(Metric.DECISIONS, "decision", "false_positive")).isEqualTo(1);
    assertThat(sum(Metric.DECISIONS)).isEqualTo(1);
    assertThat(
            registry
                .get(Metric.GATE_RESOLUTION.id())
                .tag("decision", "false_positive")
                .summary()
                .max())
        .isEqualTo(58);
    assertThat(registry.get(Metric.LOOP_RESOLUTION.id()).summary().count()).isEqualTo(2);
    assertThat(registry.get(Metric.LOOP_RESOLUTION.id()).summary().max()).isEqualTo(59);
    assertThat(registry.get(Metric.RESET_LOOPS.id()).summary().mean()).isEqualTo(2);
    assertThat(sum(Metric.RESETS, "reason", "completed")).isEqualTo(1);
    assertThat(sum(Metric.RESETS, "reason", "intervention")).isEqualTo(1);
  }

  @Test
  void theCostOfALoopIsCountedOnce() {
    // Given
    for (int i = 0; i < 5; i++) {
      story.task("T1").costing(100, 0.5).fails("Error A");
      count();
    }

    // Then
    double loopTokens =
        story.published().stream()
            .filter(LoopVerdict.class::isInstance)
            .map(LoopVerdict.class::cast)
            .mapToLong(verdict -> verdict.getLoopCost().getTokens())
            .max()
            .orElseThrow();
    assertThat(loopTokens).isPositive();
    assertThat(sum(Metric.LOOP_TOKENS)).isEqualTo(loopTokens);
    assertThat(sum(Metric.LOOP_USD)).isEqualTo(loopTokens / 200);
  }

  @Test
  void shadowVerdictsAreNotLoopsOfAnAgent() {
    // Given
    EngineScenario watching = EngineScenario.underYaml("mode: shadow", "identical_failure: {}");
    watching.task("T1").fails("Error A");
    watching.task("T1").fails("Error A");

    // When
    watching.published().forEach(output -> partition.countOutputRecord(output, false, 0));

    // Then
    assertThat(sum(Metric.VERDICTS, "mode", "shadow")).isEqualTo(1);
    assertThat(sum(Metric.AGENT_LOOPS)).isZero();
    assertThat(sum(Metric.TASKS_LOOPED)).isZero();
  }

  @Test
  void externalFaultsCountForNoAgent_andHaveNoCost() {
    // Given: an external fault, and a forgiven repetition
    LoopVerdict verdict = loops().get(0);
    verdict.setLoopType(LoopType.EXTERNAL_FAULT);
    LoopVerdict forgiven = loops().get(0);
    forgiven.setAction(Action.CONTINUE);

    // When
    partition.countOutputRecord(verdict, false, 0);
    partition.countOutputRecord(forgiven, false, 0);

    // Then
    assertThat(sum(Metric.VERDICTS, "mode", "live")).isEqualTo(2);
    assertThat(sum(Metric.AGENT_LOOPS)).isZero();
    assertThat(sum(Metric.TASKS_LOOPED)).isZero();
    assertThat(sum(Metric.LOOP_TOKENS)).isZero();
  }

  @Test
  void aLoopingTaskIsCountedOnce() {
    // Given
    LoopVerdict first = loops().get(0);

    // When
    partition.countOutputRecord(first, false, 0);
    partition.countOutputRecord(first, false, 0);

    // Then
    assertThat(sum(Metric.TASKS_LOOPED)).isEqualTo(1);
    assertThat(sum(Metric.AGENT_LOOPS)).isEqualTo(2);
  }

  private List<LoopVerdict> loops() {
    EngineScenario other = EngineScenario.under("default");
    other.task("T1").costing(100, 0.5).fails("Error A");
    other.task("T1").costing(100, 0.5).fails("Error A");
    return other.published().stream()
        .filter(LoopVerdict.class::isInstance)
        .map(LoopVerdict.class::cast)
        .toList();
  }

  @Test
  void aGateOfAnErasedTaskIsNotCountedAsCompleted() {
    // Given
    reportThreeFailures("T1");
    GateTrigger closed = story.task("T1").completes().gate();
    closed.setReason(RootResets.ERASED_RESET_REASON);

    // When
    partition.countOutputRecord(closed, false, 0);

    // Then
    assertThat(
            registry
                .get(Metric.GATE_RESOLUTION.id())
                .tag("decision", "forgotten")
                .summary()
                .count())
        .isEqualTo(1);
  }

  @Test
  void attemptsAreCountedByRecordTime() {
    // Given: attempts of yesterday and of half an hour ago, processed now
    AttemptCounts attempts = new AttemptCounts();
    long now = EngineScenario.BEGIN.toEpochMilli();
    long halfAnHourAgo = now - 1_800_000;
    for (int i = 0; i < 3; i++) {
      attempts.addAttempt("yesterday", now - 86_400_000, now);
    }

    // When
    attempts.addAttempt("today", halfAnHourAgo, now);

    // Then
    assertThat(attempts.tasks()).containsOnly(entry("today", new RecentAttempts(1, halfAnHourAgo)));
    attempts.evictTasksWithoutRecentAttempt(now + 1_800_000);
    assertThat(attempts.tasks()).isEmpty();
  }

  @Test
  void openGatesAreCountedByAgeAfterEachPass_andRemovedWithTheirPartition() {
    // Given
    reportThreeFailures("T1");
    RootHold hold = story.memory().rootBlock("T1");
    long opened = ((OpenGate) hold.getHold()).getOpenedAt();
    OpenGateCounts gates = partition.gates();

    // When
    gates.countGateIfOpen(hold, opened + 7_200_000);
    gates.finishCountingPass();

    // Then
    assertThat(gauge(Metric.GATES_OPEN, "age", "30m_to_4h")).isEqualTo(1);
    assertThat(gauge(Metric.GATES_OLDEST)).isEqualTo(7_200);
    gates.finishCountingPass();
    assertThat(metrics.openGates()).isZero();
    gates.countGateIfOpen(hold, opened);
    gates.finishCountingPass();
    assertThat(gauge(Metric.GATES_OPEN, "age", "under_5m")).isEqualTo(1);
    partition.close();
    assertThat(metrics.openGates()).isZero();
  }

  @Test
  void closingOldPartitionMetricsDoesNotRemoveNewOnes() {
    // Given
    PartitionMetrics again = metrics.addPartitionMetrics(0);
    again.gates().countGateIfOpen(rootHoldOfFailedTask(), 0);
    again.gates().finishCountingPass();

    // When
    partition.close();

    // Then
    assertThat(metrics.openGates()).isEqualTo(1);
  }

  private RootHold rootHoldOfFailedTask() {
    reportThreeFailures("T9");
    return story.memory().rootBlock("T9");
  }
}
