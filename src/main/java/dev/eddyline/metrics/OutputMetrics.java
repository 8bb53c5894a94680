package dev.eddyline.metrics;

import dev.eddyline.detect.Hash;
import dev.eddyline.gate.Resets;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
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
 * What a partition publishes, counted. What was decided counts; after an unclean death what was not
 * yet committed is decided, and counted, once more.
 */
final class OutputMetrics {

  /** Loops, and root tasks in loops, that are remembered between two verdicts. */
  private static final int REMEMBERED = 10_000;

  private static final Cost NOTHING = new Cost(0L, 0.0, 0L);

  /** What tells one counter of verdicts from another. */
  private record VerdictKind(LoopType loopType, Action action, Target target, String mode) {}

  /** What tells one counter of loops from another. */
  private record AgentLoop(String agent, LoopType loopType) {}

  /** What loops of one type have cost. */
  private record Spent(Counter tokens, Counter usd, Counter time) {}

  private final MeterRegistry registry;
  private final Agents agents;
  private final Map<VerdictKind, Counter> verdicts = new HashMap<>();
  private final Map<AgentLoop, Counter> agentLoops = new HashMap<>();
  private final Map<LoopType, Spent> spent = new EnumMap<>(LoopType.class);
  private final Counter tasksLooped;
  private final Counter expired;
  private final DistributionSummary latency;
  private final DistributionSummary gateLoops;
  private final DistributionSummary resetLoops;
  private final DistributionSummary loopResolution;
  private final Newest<String, Cost> costs = new Newest<>(REMEMBERED);
  private final Newest<Long, Instant> firstLoops = new Newest<>(REMEMBERED);

  OutputMetrics(MeterRegistry registry, Agents agents) {
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
   * A verdict was decided.
   *
   * @param proposal whether it answers what was only proposed
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
        .computeIfAbsent(new AgentLoop(agents.of(verdict.getAgentId()), type), this::counter)
        .increment();
    cost(verdict);
    long root = Hash.of(verdict.getRootTaskId());
    Instant first = firstLoops.putIfAbsent(root, verdict.getOccurredAt());
    if (first == null && verdict.getLoopCount() == 1) {
      tasksLooped.increment();
    }
  }

  /** No answer, nobody else's fault, and not forgiven. */
  private static boolean isLoop(LoopVerdict verdict) {
    return verdict.getLoopType() != LoopType.OK
        && verdict.getLoopType() != LoopType.EXTERNAL_FAULT
        && verdict.getAction() != Action.CONTINUE;
  }

  /** A verdict tells what its loop has cost so far: what was told before was counted before. */
  private void cost(LoopVerdict verdict) {
    String loop = verdict.getLoopId() == null ? verdict.getRootTaskId() : verdict.getLoopId();
    Cost now = verdict.getLoopCost();
    Cost before = costs.put(loop, now);
    if (before == null || before.getDurationMs() > now.getDurationMs()) {
      before = NOTHING;
    }
    Spent on = spent.computeIfAbsent(verdict.getLoopType(), this::counters);
    add(on.tokens(), (double) (now.getTokens() - before.getTokens()));
    add(on.usd(), now.getCostUsd() - before.getCostUsd());
    add(on.time(), (now.getDurationMs() - before.getDurationMs()) / 1000.0);
  }

  private static void add(Counter counter, double amount) {
    counter.increment(Math.max(0, amount));
  }

  /** A gate was opened, updated, reminded of or closed. */
  void gate(GateTrigger gate) {
    String type = word(gate.getLoopType());
    Metric.GATES.counter(registry, word(gate.getState()), type).increment();
    if (gate.getState() == GateState.OPENED) {
      gateLoops.record(gate.getLoopCount());
    } else if (gate.getState() == GateState.CLOSED) {
      boolean decided = gate.getDecision() != null;
      String decision = decided ? word(gate.getDecision()) : closedBy(gate.getReason());
      Metric.GATE_RESOLUTION
          .summary(registry, decision)
          .record(seconds(gate.getOpenedAt(), gate.getOccurredAt()));
      if (decided) {
        Metric.DECISIONS.counter(registry, decision, type).increment();
      }
    }
  }

  /** What closed a gate that nobody decided. */
  private static String closedBy(String reason) {
    return reason.equals(Resets.FORGOTTEN) ? "forgotten" : "completed";
  }

  /** A counter was set back. */
  void reset(LoopReset reset) {
    boolean completed = reset.getReason().equals(Resets.COMPLETED);
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
        registry, word(kind.loopType()), word(kind.action()), word(kind.target()), kind.mode());
  }

  private Counter counter(AgentLoop loop) {
    return Metric.AGENT_LOOPS.counter(registry, loop.agent(), word(loop.loopType()));
  }

  private Spent counters(LoopType loopType) {
    String type = word(loopType);
    return new Spent(
        Metric.LOOP_TOKENS.counter(registry, type),
        Metric.LOOP_USD.counter(registry, type),
        Metric.LOOP_TIME.counter(registry, type));
  }

  private static double seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toMillis()) / 1000.0;
  }

  /** A symbol as it stands in events as JSON; of none, none. */
  private static String word(Enum<?> symbol) {
    return symbol == null ? "none" : symbol.name().toLowerCase(Locale.ROOT);
  }
}
