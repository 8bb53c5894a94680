package dev.eddyline.console.json;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.view.ActiveTasks;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.HourlyTotals;
import dev.eddyline.console.view.LoopFigures;
import dev.eddyline.console.view.LoopPatterns;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.view.ScopedTasks;
import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.json.Doc;
import dev.eddyline.metrics.OpenGateCounts;
import dev.eddyline.outputs.CostJson;
import dev.eddyline.schema.LoopType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The figures of the overview, in JSON. */
@Doc("The figures of what the caller may see, of the last 48 hours.")
public record OverviewJson(
    @Doc("Now, epoch milliseconds.") long at,
    @Doc("Whether the console has read all that was published.") boolean caughtUp,
    @Doc("From when on the figures count, epoch milliseconds.") long since,
    Tasks tasks,
    @Doc("Loops and gates of each minute, oldest first.") List<Minute> perMinute,
    OpenNow gates,
    @Doc("The cost of loops, without external faults and forgiven loops.") Spent cost,
    @Doc("Loops of each type.") List<OfType> byType,
    @Doc("Loops by agent and type.") Heat heat,
    Decisions decisions,
    @Doc("The 10 most frequent kinds of loops, whatever their tasks, of the newest 2,000.")
        List<Pattern> patterns,
    @Doc(
            "Hooks of the last hour that this instance could not evaluate, the most frequent first;"
                + " null for a caller who may not see all tasks.")
        @Nullable List<BlindHooks> blindHooks) {

  private static final int MAX_HEAT_MAP_AGENTS = 20;
  private static final int MAX_LISTED_PATTERNS = 10;

  /** Tasks now. */
  @Doc("Tasks now.")
  record Tasks(
      @Doc(
              "Tasks with an event in the last 10 minutes, in the partitions of `activeIn`; null"
                  + " for a caller who may not see all tasks.")
          @Nullable Integer active,
      @Doc("Partitions whose instance reported its tasks.") @Nullable Integer activeIn,
      @Doc("All partitions.") @Nullable Integer partitions,
      @Doc("Tasks with a loop since their last reset.") int looping,
      @Doc("Tasks that an open gate blocks.") int held) {}

  /** A minute. */
  @Doc("A minute.")
  record Minute(
      @Doc("Its start, epoch milliseconds.") long at,
      @Doc("Loops that were detected.") int loops,
      @Doc("Gates that were opened.") int gates) {}

  /** Open gates. */
  @Doc("The open gates.")
  record OpenNow(
      @Doc("How many gates are open.") int open,
      @Doc("When the oldest one was opened, epoch milliseconds.") @Nullable Long oldestOpenedAt,
      @Doc("How many are how old.") List<Age> byAge) {}

  /** Gates of an age. */
  @Doc("Open gates of an age.")
  record Age(
      @Doc("The age in words.") String label, @Doc("How many gates are of this age.") int count) {}

  /** What loops have cost. */
  @Doc("What loops have cost.")
  record Spent(
      @Doc("Tokens of the model.") long tokens,
      @Doc("US dollars.") double usd,
      @Doc("Time in milliseconds.") long millis) {}

  /** Loops of a type. */
  @Doc("Loops of a type.")
  record OfType(
      LoopType loopType,
      @Doc("Verdicts of this type that request an action; those of external_fault are not loops.")
          int loops,
      @Doc("Gates that they opened.") int gates,
      @Doc("Gates that a person called a false positive.") int falsePositives) {}

  /** Loops by agent and type. */
  @Doc("Loops by agent and type.")
  record Heat(
      @Doc("The 20 agents with most loops.") List<String> agents,
      @Doc("The types of their loops.") List<LoopType> loopTypes,
      @Doc("For each agent the loops of each type.") List<List<Integer>> counts) {}

  /** Decisions of people. */
  @Doc("The decisions of people.")
  record Decisions(
      @Doc("How many gates were decided.") int count,
      @Doc("Decisions that the loop was a false positive.") long falsePositives,
      @Doc("The median time from the opening of a gate to its decision, in milliseconds.")
          @Nullable Long medianMillis) {}

  /** Similar loops. */
  @Doc("Similar loops.")
  record Pattern(
      @Doc("The id of the pattern.") String patternId,
      LoopType loopType,
      @Doc("Agents that took part, 20 at most.") List<String> agents,
      @Doc("Different tasks, 1,000 at most.") int tasks,
      @Doc("Whether there are more tasks than that.") boolean moreTasks,
      @Doc("How many loops there were.") int loops,
      @Doc("What repeats, in one line, in the newest loop.") String headline) {}

  /** Hooks that were not evaluated. */
  @Doc("Hooks that were not evaluated.")
  public record BlindHooks(
      @Doc("The tool, or unknown.") String tool,
      @Doc("Why, as the metric eddyline_hooks_total names it.") String outcome,
      @Doc("How many.") long count) {}

  /**
   * All figures.
   *
   * @param now clock time, epoch milliseconds
   * @param active recently active tasks, and the partitions that were counted
   */
  public static OverviewJson of(
      OutputProjection projection,
      long now,
      boolean caughtUp,
      ActiveTasks.ReportedTaskCount active) {
    return of(
        projection,
        TaskScope.ALL,
        projection.figures(),
        now,
        caughtUp,
        Optional.of(active),
        List.of());
  }

  /**
   * The figures of what a scope covers.
   *
   * @param figures those of the scope
   * @param active empty where the scope does not cover all tasks
   * @param blindHooks null where the scope does not cover all tasks
   */
  public static OverviewJson of(
      OutputProjection projection,
      TaskScope scope,
      LoopFigures figures,
      long now,
      boolean caughtUp,
      Optional<ActiveTasks.ReportedTaskCount> active,
      @Nullable List<BlindHooks> blindHooks) {
    HourlyTotals.Sums sums = figures.totals().sums(now);
    return new OverviewJson(
        now,
        caughtUp,
        figures.coveredSinceMillis(now),
        tasks(projection, scope, now, active),
        figures.totals().minutes(now).stream()
            .map(minute -> new Minute(minute.at(), minute.loops(), minute.gates()))
            .toList(),
        gates(
            projection.openGates().stream()
                .filter(gate -> projection.isCovered(gate, scope))
                .toList(),
            now),
        new Spent(sums.tokens, CostJson.roundedUsd(sums.usd), sums.millis),
        byType(sums),
        heat(sums),
        decisions(figures.totals().decisions(now)),
        patterns(figures.patterns(), now),
        blindHooks);
  }

  private static Tasks tasks(
      OutputProjection projection,
      TaskScope scope,
      long now,
      Optional<ActiveTasks.ReportedTaskCount> active) {
    Map<TaskProjection.State, Integer> states = new EnumMap<>(TaskProjection.State.class);
    new ScopedTasks(projection, scope)
        .all()
        .forEach(task -> states.merge(task.state(now), 1, Integer::sum));
    return new Tasks(
        active.map(ActiveTasks.ReportedTaskCount::active).orElse(null),
        active.map(ActiveTasks.ReportedTaskCount::reportedPartitionCount).orElse(null),
        active.map(ActiveTasks.ReportedTaskCount::totalPartitionCount).orElse(null),
        states.getOrDefault(TaskProjection.State.LOOPING, 0),
        states.getOrDefault(TaskProjection.State.HELD, 0));
  }

  private static OpenNow gates(Collection<GateProjection> open, long now) {
    int[] counts = new int[OpenGateCounts.AGE_BUCKET_UPPER_BOUNDS.size() + 1];
    for (GateProjection gate : open) {
      int age = 0;
      while (age < OpenGateCounts.AGE_BUCKET_UPPER_BOUNDS.size()
          && now - gate.openedAt() >= OpenGateCounts.AGE_BUCKET_UPPER_BOUNDS.get(age).toMillis()) {
        age++;
      }
      counts[age]++;
    }
    List<Age> ages = new ArrayList<>();
    for (int age = 0; age < counts.length; age++) {
      ages.add(new Age(label(age), counts[age]));
    }
    Long oldest = open.stream().map(GateProjection::openedAt).min(Long::compare).orElse(null);
    return new OpenNow(open.size(), oldest, ages);
  }

  /** The age as text: under 5 min, 5 min to 30 min, … over 24 h. */
  private static String label(int age) {
    if (age == 0) {
      return "under " + words(OpenGateCounts.AGE_BUCKET_UPPER_BOUNDS.get(0));
    }
    String from = words(OpenGateCounts.AGE_BUCKET_UPPER_BOUNDS.get(age - 1));
    return age == OpenGateCounts.AGE_BUCKET_UPPER_BOUNDS.size()
        ? "over " + from
        : from + " to " + words(OpenGateCounts.AGE_BUCKET_UPPER_BOUNDS.get(age));
  }

  private static String words(Duration age) {
    return age.toHours() > 0 ? age.toHours() + " h" : age.toMinutes() + " min";
  }

  private static List<OfType> byType(HourlyTotals.Sums sums) {
    List<OfType> byType = new ArrayList<>();
    sums.byType.forEach(
        (type, counts) ->
            byType.add(new OfType(type, counts.loops, counts.gates, counts.falsePositives)));
    return byType;
  }

  private static Heat heat(HourlyTotals.Sums sums) {
    ToIntFunction<Map<LoopType, Integer>> loops =
        counts -> counts.values().stream().mapToInt(Integer::intValue).sum();
    List<String> agents =
        sums.byAgent.entrySet().stream()
            .sorted(
                Comparator.comparing(
                        (Map.Entry<String, Map<LoopType, Integer>> row) ->
                            -loops.applyAsInt(row.getValue()))
                    .thenComparing(Map.Entry::getKey))
            .limit(MAX_HEAT_MAP_AGENTS)
            .map(Map.Entry::getKey)
            .toList();
    TreeSet<LoopType> types = new TreeSet<>();
    agents.forEach(agent -> types.addAll(sums.byAgent.get(agent).keySet()));
    List<List<Integer>> counts =
        agents.stream()
            .map(sums.byAgent::get)
            .map(row -> types.stream().map(type -> row.getOrDefault(type, 0)).toList())
            .toList();
    return new Heat(agents, List.copyOf(types), counts);
  }

  private static Decisions decisions(List<HourlyTotals.DecidedGate> decisions) {
    long[] times =
        decisions.stream().mapToLong(HourlyTotals.DecidedGate::afterMillis).sorted().toArray();
    return new Decisions(
        times.length,
        decisions.stream().filter(HourlyTotals.DecidedGate::falsePositive).count(),
        times.length == 0 ? null : (Long) times[times.length / 2]);
  }

  private static List<Pattern> patterns(LoopPatterns patterns, long now) {
    long since = HourlyTotals.retentionStartMillis(now);
    return patterns.mostFrequent(since, MAX_LISTED_PATTERNS).stream()
        .map(
            it ->
                new Pattern(
                    it.id(),
                    it.loopType(),
                    List.copyOf(it.agents()),
                    it.tasks().count(),
                    it.tasks().isOverLimit(),
                    it.loopsBetween(since, Long.MAX_VALUE),
                    it.headline()))
        .toList();
  }
}
