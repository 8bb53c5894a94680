package dev.eddyline.console.view;

import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.state.Costs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts of outputs per hour, for the time that the view covers. Not thread-safe. */
public final class HourlyTotals {

  /** Time that the view covers. */
  public static final Duration RETENTION = Duration.ofDays(2);

  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();

  /** Number of minutes that are counted separately. */
  static final int MINUTES = 60;

  private static final int MAX_AGENTS_PER_HOUR = 500;
  private static final int MAX_STORED_DECISIONS = 10_000;

  /** Counts of one loop type. */
  public static final class LoopTypeCounts {
    /** Detected loops. */
    public int loops;

    /** Opened gates. */
    public int gates;

    /** Gates that people called false positives. */
    public int falsePositives;
  }

  /** A decision: its time, how long the gate was open, and whether it was a false positive. */
  public record DecidedGate(long at, long afterMillis, boolean falsePositive) {}

  /** Sums over some hours. */
  public static final class Sums {
    /** Counts by loop type. */
    public final Map<LoopType, LoopTypeCounts> byType = new EnumMap<>(LoopType.class);

    /** Loops by agent and loop type. */
    public final Map<String, Map<LoopType, Integer>> byAgent = new HashMap<>();

    /** Cost in tokens. */
    public long tokens;

    /** Cost in US dollars. */
    public double usd;

    /** Cost in milliseconds. */
    public long millis;

    private LoopTypeCounts countsOfLoopType(LoopType type) {
      return byType.computeIfAbsent(type, it -> new LoopTypeCounts());
    }

    private void add(Sums other) {
      other.byType.forEach(
          (type, counts) -> {
            LoopTypeCounts ownCounts = countsOfLoopType(type);
            ownCounts.loops += counts.loops;
            ownCounts.gates += counts.gates;
            ownCounts.falsePositives += counts.falsePositives;
          });
      other.byAgent.forEach(
          (agent, counts) -> {
            Map<LoopType, Integer> ownCounts =
                byAgent.computeIfAbsent(agent, it -> new EnumMap<>(LoopType.class));
            counts.forEach((type, count) -> ownCounts.merge(type, count, Integer::sum));
          });
      tokens = Costs.saturatedSum(tokens, other.tokens);
      usd += other.usd;
      millis += other.millis;
    }
  }

  private final TreeMap<Long, Sums> hours = new TreeMap<>();
  private final Deque<DecidedGate> decisions = new ArrayDeque<>();
  private final long[] minutes = new long[MINUTES];
  private final int[] loopsByMinute = new int[MINUTES];
  private final int[] gatesByMinute = new int[MINUTES];

  /** Counts an external fault under its type. It is not a loop and costs nothing. */
  void countExternalFault(OutputEntry output, LoopVerdict verdict) {
    if (verdict.getLoopType() == LoopType.EXTERNAL_FAULT) {
      sumsOfHour(output.at()).countsOfLoopType(LoopType.EXTERNAL_FAULT).loops++;
    }
  }

  /**
   * Counts a loop.
   *
   * @param addedCost the cost since the loop's previous verdict
   */
  void countLoop(OutputEntry output, LoopVerdict verdict, Cost addedCost) {
    Sums hour = sumsOfHour(output.at());
    hour.countsOfLoopType(verdict.getLoopType()).loops++;
    String agent = verdict.getAgentId();
    if (hour.byAgent.size() < MAX_AGENTS_PER_HOUR || hour.byAgent.containsKey(agent)) {
      hour.byAgent
          .computeIfAbsent(agent, it -> new EnumMap<>(LoopType.class))
          .merge(verdict.getLoopType(), 1, Integer::sum);
    }
    hour.tokens = Costs.saturatedSum(hour.tokens, addedCost.getTokens());
    hour.usd += addedCost.getCostUsd();
    hour.millis += addedCost.getDurationMs();
    incrementMinuteCount(loopsByMinute, output.at());
  }

  /** Counts a change of a gate. */
  void countGate(OutputEntry output, GateTrigger change, GateProjection gate) {
    LoopType type = gate.newestChangeWithEvidence().getLoopType();
    if (change.getState() == GateState.OPENED) {
      sumsOfHour(output.at()).countsOfLoopType(type).gates++;
      incrementMinuteCount(gatesByMinute, output.at());
    } else if (change.getState() == GateState.CLOSED && change.getDecision() != null) {
      boolean falsePositive = change.getDecision() == Decision.FALSE_POSITIVE;
      sumsOfHour(output.at()).countsOfLoopType(type).falsePositives += falsePositive ? 1 : 0;
      decisions.addLast(
          new DecidedGate(output.at(), Math.max(0, output.at() - gate.openedAt()), falsePositive));
      if (decisions.size() > MAX_STORED_DECISIONS) {
        decisions.removeFirst();
      }
    }
  }

  private Sums sumsOfHour(long at) {
    Sums hour = hours.computeIfAbsent(at / HOUR, it -> new Sums());
    while (hours.size() > RETENTION.toHours() + 1) {
      hours.pollFirstEntry();
    }
    return hour;
  }

  private void incrementMinuteCount(int[] counts, long at) {
    long minute = at / MINUTE;
    int slot = (int) (minute % MINUTES);
    if (minutes[slot] < minute) {
      minutes[slot] = minute;
      loopsByMinute[slot] = 0;
      gatesByMinute[slot] = 0;
    }
    if (minutes[slot] == minute) {
      counts[slot]++;
    }
  }

  /** Start of the time that is covered. */
  public static long retentionStartMillis(long now) {
    return now - RETENTION.toMillis();
  }

  /** The sums of all hours that are covered. */
  public Sums sums(long now) {
    Sums sums = new Sums();
    hours.tailMap(retentionStartMillis(now) / HOUR, true).values().forEach(sums::add);
    return sums;
  }

  /** The decisions of the time that is covered. */
  public List<DecidedGate> decisions(long now) {
    List<DecidedGate> covered = new ArrayList<>();
    for (DecidedGate decided : decisions) {
      if (decided.at() >= retentionStartMillis(now)) {
        covered.add(decided);
      }
    }
    return covered;
  }

  /** One minute: its start, loops, gates. */
  public record MinuteTotals(long at, int loops, int gates) {}

  /** The last minutes, oldest first. */
  public List<MinuteTotals> minutes(long now) {
    List<MinuteTotals> last = new ArrayList<>();
    long newest = now / MINUTE;
    for (long minute = newest - MINUTES + 1; minute <= newest; minute++) {
      int slot = (int) (minute % MINUTES);
      boolean known = minutes[slot] == minute;
      last.add(
          new MinuteTotals(
              minute * MINUTE, known ? loopsByMinute[slot] : 0, known ? gatesByMinute[slot] : 0));
    }
    return last;
  }
}
