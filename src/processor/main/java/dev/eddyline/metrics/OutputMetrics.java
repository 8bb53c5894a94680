package dev.eddyline.metrics;

import dev.eddyline.gate.RootResets;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.text.Hash;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Counts the outputs of a partition. Outputs count when they are decided; after an unclean shutdown
 * uncommitted ones are decided and counted again.
 */
final class OutputMetrics {

  /** Most loops, and most looping root tasks, that are tracked between two verdicts. */
  private static final int MAX_TRACKED_LOOPS = 10_000;

  private static final Cost NO_COST = new Cost(0L, 0.0, 0L);

  /** The labels of a verdict counter. */
  private record VerdictKind(LoopType loopType, Action action, Target target, String mode) {}

  /** The labels of a loop counter. */
  private record AgentLoop(String agent, LoopType loopType) {}

  /** The cost counters of a loop type. */
  private record LoopCostCounters(Counter tokens, Counter usd, Counter time) {}

  private final MeterRegistry registry;
  private final AgentLabels agents;
  private final Map<VerdictKind, Counter> verdicts = new HashMap<>();
  private final Map<AgentLoop, Counter> agentLoops = new HashMap<>();
  private final Map<LoopType, LoopCostCounters> costCountersByLoopType =
      new EnumMap<>(LoopType.class);
  private final Counter tasksLooped;
  private final Counter expired;
  private final DistributionSummary latency;
  private final DistributionSummary gateLoops;
  private final DistributionSummary resetLoops;
  private final DistributionSummary loopResolution;
  private final LruMap<String, Cost> reportedCostByLoop = new LruMap<>(MAX_TRACKED_LOOPS);
  private final LruMap<Long, Instant> firstLoops = new LruMap<>(MAX_TRACKED_LOOPS);

  OutputMetrics(MeterRegistry registry, AgentLabels agents) {
    this.registry = registry;
    this.agents = agents;
    tasksLooped = Metric.TASKS_LOOPED.counter(registry);
    expired = Metric.ANSWERS_EXPIRED.counter(registry);
    latency = Metric.DETECTION_LATENCY.summary(registry);
    gateLoops = Metric.GATE_LOOPS.summary(registry);
    resetLoops = Metric.RESET_LOOPS.summary(registry);
    loopResolution = Metric.LOOP_RESOLUTION.summary(registry);
  }

  /**
   * Counts a verdict.
   *
   * @param proposal whether it is the reply to a proposed event
   * @param recordTime timestamp of the record that holds its event, epoch milliseconds
   */
  void verdict(LoopVerdict verdict, boolean proposal, long recordTime) {
    String mode = proposal ? "proposal" : verdict.getShadow() ? "shadow" : "live";
    LoopType type = verdict.getLoopType();
    verdicts
        .computeIfAbsent(
            new VerdictKind(type, verdict.getAction(), verdict.getTarget(), mode), this::counter)
        .increment();
    latency.record(Math.max(0, verdict.getDecidedAt().toEpochMilli() - recordTime) / 1000.0);
    if (verdict.getExpired()) {
      expired.increment();
    }
    if (!mode.equals("live") || !isLoop(verdict)) {
      return;
    }
    agentLoops
        .computeIfAbsent(new AgentLoop(agents.labelFor(verdict.getAgentId()), type), this::counter)
        .increment();
    cost(verdict);
    long root = Hash.of(verdict.getRootTaskId());
    Instant first = firstLoops.putIfAbsent(root, verdict.getOccurredAt());
    if (first == null && verdict.getLoopCount() == 1) {
      tasksLooped.increment();
    }
  }

  /** Whether a verdict is a loop: not OK, no external fault, not forgiven. */
  private static boolean isLoop(LoopVerdict verdict) {
    return verdict.getLoopType() != LoopType.OK
        && verdict.getLoopType() != LoopType.EXTERNAL_FAULT
        && verdict.getAction() != Action.CONTINUE;
  }

  /** Counts the increase of a loop's cost: each verdict contains the total so far. */
  private void cost(LoopVerdict verdict) {
    String loop = verdict.getLoopId() == null ? verdict.getRootTaskId() : verdict.getLoopId();
    Cost now = verdict.getLoopCost();
    Cost before = reportedCostByLoop.put(loop, now);
    if (before == null || before.getDurationMs() > now.getDurationMs()) {
      before = NO_COST;
    }
    LoopCostCounters counters =
        costCountersByLoopType.computeIfAbsent(verdict.getLoopType(), this::counters);
    add(counters.tokens(), (double) (now.getTokens() - before.getTokens()));
    add(counters.usd(), now.getCostUsd() - before.getCostUsd());
    add(counters.time(), (now.getDurationMs() - before.getDurationMs()) / 1000.0);
  }

  private static void add(Counter counter, double amount) {
    counter.increment(Math.max(0, amount));
  }

  /** Counts a gate trigger: opened, updated, reminded or closed. */
  void gate(GateTrigger gate) {
    String type = enumLabelValue(gate.getLoopType());
    Metric.GATES.counter(registry, enumLabelValue(gate.getState()), type).increment();
    if (gate.getState() == GateState.OPENED) {
      gateLoops.record(gate.getLoopCount());
    } else if (gate.getState() == GateState.CLOSED) {
      boolean decided = gate.getDecision() != null;
      String decision =
          decided ? enumLabelValue(gate.getDecision()) : gateClosingReason(gate.getReason());
      Metric.GATE_RESOLUTION
          .summary(registry, decision)
          .record(seconds(gate.getOpenedAt(), gate.getOccurredAt()));
      if (decided) {
        Metric.DECISIONS.counter(registry, decision, type).increment();
      }
    }
  }

  /** What closed a gate without a decision. */
  private static String gateClosingReason(String reason) {
    return reason.equals(RootResets.ERASED_RESET_REASON) ? "forgotten" : "completed";
  }

  /** Counts a counter reset. */
  void reset(LoopReset reset) {
    boolean completed = reset.getReason().equals(RootResets.COMPLETED);
    Metric.RESETS.counter(registry, completed ? "completed" : "intervention").increment();
    if (reset.getPreviousCount() > 0) {
      resetLoops.record(reset.getPreviousCount());
    }
    Instant first = firstLoops.remove(Hash.of(reset.getRootTaskId()));
    if (first != null && reset.getPreviousCount() > 0) {
      loopResolution.record(seconds(first, reset.getOccurredAt()));
    }
  }

  private Counter counter(VerdictKind kind) {
    return Metric.VERDICTS.counter(
        registry,
        enumLabelValue(kind.loopType()),
        enumLabelValue(kind.action()),
        enumLabelValue(kind.target()),
        kind.mode());
  }

  private Counter counter(AgentLoop loop) {
    return Metric.AGENT_LOOPS.counter(registry, loop.agent(), enumLabelValue(loop.loopType()));
  }

  private LoopCostCounters counters(LoopType loopType) {
    String type = enumLabelValue(loopType);
    return new LoopCostCounters(
        Metric.LOOP_TOKENS.counter(registry, type),
        Metric.LOOP_USD.counter(registry, type),
        Metric.LOOP_TIME.counter(registry, type));
  }

  private static double seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toMillis()) / 1000.0;
  }

  /** An enum constant as in JSON events; none for null. */
  private static String enumLabelValue(Enum<?> symbol) {
    return symbol == null ? "none" : symbol.name().toLowerCase(Locale.ROOT);
  }
}
