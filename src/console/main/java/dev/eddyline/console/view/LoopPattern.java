package dev.eddyline.console.view;

import dev.eddyline.outputs.Headline;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.state.Costs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A group of similar loops of any tasks; bounded in memory. Not thread-safe. */
public final class LoopPattern {

  /** Number of hours that are counted separately, the current one included. */
  public static final int HOURS = (int) HourlyTotals.RETENTION.toHours();

  /** Maximum of distinct tasks that are counted. */
  static final int MAX_TASKS = 1_000;

  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  /** Maximum of agents, and of workflows. */
  public static final int MAX_NAMES = 20;

  private static final int MAX_NEWEST_TASKS = 5;

  private final String id;
  private final LoopType loopType;
  private final Set<LoopType> loopTypes = EnumSet.noneOf(LoopType.class);
  private final Set<String> agents = new LinkedHashSet<>();
  private final Set<String> workflows = new LinkedHashSet<>();
  private final DistinctNameCounter tasks = new DistinctNameCounter(MAX_TASKS);
  private final Deque<String> newestTasks = new ArrayDeque<>();
  private final int[] loopsByHour = new int[HOURS];
  private long newestHour;
  private String headline = "";
  private String reason = "";
  private @Nullable String rule;
  private boolean hasMoreAgents;
  private int loops;
  private long firstAt = Long.MAX_VALUE;
  private long lastAt;
  private long tokens;
  private double usd;
  private long millis;

  LoopPattern(String id, LoopType loopType) {
    this.id = id;
    this.loopType = loopType;
    loopTypes.add(loopType);
  }

  /**
   * Counts a loop.
   *
   * @param at clock time of the verdict, epoch milliseconds
   * @param addedCost the cost since the loop's previous verdict
   */
  void countLoop(LoopVerdict verdict, long at, Cost addedCost) {
    loops++;
    countInHour(at / HOUR_MILLIS);
    firstAt = Math.min(firstAt, at);
    if (at >= lastAt) {
      headline = Headline.of(verdict);
      reason = verdict.getReason();
      rule = verdict.getRule();
    }
    lastAt = Math.max(lastAt, at);
    tokens = Costs.saturatedSum(tokens, addedCost.getTokens());
    usd += addedCost.getCostUsd();
    millis += addedCost.getDurationMs();
    loopTypes.addAll(verdict.getTrips());
    hasMoreAgents |= !add(agents, verdict.getAgentId());
    verdict.getAgents().forEach(agent -> hasMoreAgents |= !add(agents, agent));
    add(workflows, verdict.getWorkflow());
    tasks.add(verdict.getTaskId());
    newestTasks.remove(verdict.getTaskId());
    newestTasks.addFirst(verdict.getTaskId());
    if (newestTasks.size() > MAX_NEWEST_TASKS) {
      newestTasks.removeLast();
    }
  }

  private void countInHour(long hour) {
    if (hour > newestHour) {
      for (long passed = Math.max(newestHour + 1, hour - HOURS + 1); passed <= hour; passed++) {
        loopsByHour[slot(passed)] = 0;
      }
      newestHour = hour;
    }
    if (hour > newestHour - HOURS) {
      loopsByHour[slot(hour)]++;
    }
  }

  private static int slot(long hour) {
    return (int) (hour % HOURS);
  }

  /** Adds a name; false where it is one too many. */
  private static boolean add(Set<String> names, @Nullable String name) {
    if (name != null && names.size() < MAX_NAMES) {
      names.add(name);
    }
    return name == null || names.contains(name);
  }

  /** The pattern key. */
  public String id() {
    return id;
  }

  /** The type of its loops. */
  public LoopType loopType() {
    return loopType;
  }

  /** The types of all loops that its verdicts name: the leading one, and those closed with it. */
  public Set<LoopType> loopTypes() {
    return loopTypes;
  }

  /** What repeats, in one line, in the newest loop. */
  public String headline() {
    return headline;
  }

  /** The reason of the newest loop. */
  public String reason() {
    return reason;
  }

  /** The name of its custom detector; null for a built-in one. */
  @Nullable
  public String rule() {
    return rule;
  }

  /** Agents of these loops, 20 at most. */
  public Set<String> agents() {
    return agents;
  }

  /** Whether these loops have more agents than {@link #agents}. */
  public boolean hasMoreAgents() {
    return hasMoreAgents;
  }

  /** Workflows of these loops, 20 at most. */
  public Set<String> workflows() {
    return workflows;
  }

  /** The number of distinct tasks. */
  public DistinctNameCounter tasks() {
    return tasks;
  }

  /** The tasks of the newest loops, newest first, 5 at most. */
  public List<String> newestTasks() {
    return List.copyOf(newestTasks);
  }

  /** All loops that were counted. */
  int loops() {
    return loops;
  }

  /** Loops of each hour, oldest first; the last one is the hour of this time. */
  public List<Integer> loopsByHour(long now) {
    long last = now / HOUR_MILLIS;
    return LongStream.rangeClosed(last - HOURS + 1, last).mapToObj(this::loopsOfHour).toList();
  }

  /**
   * Loops of the hours that a period touches.
   *
   * @param from start, epoch milliseconds
   * @param to end, exclusive
   */
  public int loopsBetween(long from, long to) {
    int sum = 0;
    for (long hour = newestHour; hour > newestHour - HOURS; hour--) {
      boolean touched = hour * HOUR_MILLIS < to && (hour + 1) * HOUR_MILLIS > from;
      sum += touched ? loopsOfHour(hour) : 0;
    }
    return sum;
  }

  private int loopsOfHour(long hour) {
    boolean known = hour <= newestHour && hour > newestHour - HOURS && hour >= 0;
    return known ? loopsByHour[slot(hour)] : 0;
  }

  /** Clock time of the oldest loop, epoch milliseconds. */
  public long firstAt() {
    return firstAt;
  }

  /** Clock time of the newest loop, epoch milliseconds. */
  public long lastAt() {
    return lastAt;
  }

  /** The cost of these loops. */
  public Cost cost() {
    return new Cost(tokens, usd, millis);
  }
}
