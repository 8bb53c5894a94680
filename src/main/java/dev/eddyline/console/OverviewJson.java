package dev.eddyline.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.access.TaskScope;
import dev.eddyline.metrics.OpenGates;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.LoopType;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/** The figures of the overview, in JSON. */
final class OverviewJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MOST_AGENTS = 20;
  private static final int MOST_PATTERNS = 10;

  private OverviewJson() {}

  /**
   * All figures.
   *
   * @param now clock time, epoch milliseconds
   * @param active tasks with an event lately, and how much of all they are
   */
  static ObjectNode of(Kept kept, long now, boolean caughtUp, ActiveTasks.Figures active) {
    return of(kept, TaskScope.ALL, kept.figures(), now, caughtUp, Optional.of(active));
  }

  /**
   * The figures of what a scope covers.
   *
   * @param figures those of the scope
   * @param active empty where it cannot be told which of these tasks the scope covers
   */
  static ObjectNode of(
      Kept kept,
      TaskScope scope,
      LoopFigures figures,
      long now,
      boolean caughtUp,
      Optional<ActiveTasks.Figures> active) {
    ObjectNode json = NODES.objectNode();
    json.put("at", now).put("caughtUp", caughtUp).put("since", figures.since(now));
    ObjectNode tasks = json.putObject("tasks");
    tasks.put("active", active.map(ActiveTasks.Figures::active).orElse(null));
    tasks.put("activeIn", active.map(ActiveTasks.Figures::partitions).orElse(null));
    tasks.put("partitions", active.map(ActiveTasks.Figures::of).orElse(null));
    Map<TaskLine.State, Integer> states = new EnumMap<>(TaskLine.State.class);
    new ScopedTasks(kept, scope)
        .all()
        .forEach(task -> states.merge(task.state(now), 1, Integer::sum));
    tasks.put("looping", states.getOrDefault(TaskLine.State.LOOPING, 0));
    tasks.put("held", states.getOrDefault(TaskLine.State.HELD, 0));
    ArrayNode minutes = json.putArray("perMinute");
    for (Totals.Minute minute : figures.totals().minutes(now)) {
      minutes
          .addObject()
          .put("at", minute.at())
          .put("loops", minute.loops())
          .put("gates", minute.gates());
    }
    List<GateLine> open = kept.open().stream().filter(gate -> kept.isCovered(gate, scope)).toList();
    gates(json.putObject("gates"), open, now);
    Totals.Sums sums = figures.totals().sums(now);
    json.putObject("cost")
        .put("tokens", sums.tokens)
        .put("usd", sums.usd)
        .put("millis", sums.millis);
    ArrayNode byType = json.putArray("byType");
    sums.byType.forEach(
        (type, counts) ->
            byType
                .addObject()
                .put("loopType", OutputJson.word(type))
                .put("loops", counts.loops)
                .put("gates", counts.gates)
                .put("falsePositives", counts.falsePositives));
    heat(json.putObject("heat"), sums);
    decisions(json.putObject("decisions"), figures.totals().decisions(now));
    patterns(json.putArray("patterns"), figures.patterns(), now);
    return json;
  }

  private static void gates(ObjectNode json, Collection<GateLine> open, long now) {
    json.put("open", open.size());
    json.put(
        "oldestOpenedAt",
        open.isEmpty() ? null : (Long) open.stream().mapToLong(GateLine::openedAt).min().orElse(0));
    int[] counts = new int[OpenGates.AGES.size() + 1];
    for (GateLine gate : open) {
      int age = 0;
      while (age < OpenGates.AGES.size()
          && now - gate.openedAt() >= OpenGates.AGES.get(age).toMillis()) {
        age++;
      }
      counts[age]++;
    }
    ArrayNode ages = json.putArray("byAge");
    for (int age = 0; age < counts.length; age++) {
      ages.addObject().put("label", label(age)).put("count", counts[age]);
    }
  }

  /** In words: under 5 min, 5 min to 30 min, … over 24 h. */
  private static String label(int age) {
    if (age == 0) {
      return "under " + words(OpenGates.AGES.get(0));
    }
    String from = words(OpenGates.AGES.get(age - 1));
    return age == OpenGates.AGES.size()
        ? "over " + from
        : from + " to " + words(OpenGates.AGES.get(age));
  }

  private static String words(Duration age) {
    return age.toHours() > 0 ? age.toHours() + " h" : age.toMinutes() + " min";
  }

  private static void heat(ObjectNode json, Totals.Sums sums) {
    ToIntFunction<Map<LoopType, Integer>> loops =
        counts -> counts.values().stream().mapToInt(Integer::intValue).sum();
    List<String> agents =
        sums.byAgent.entrySet().stream()
            .sorted(
                Comparator.comparing(
                        (Map.Entry<String, Map<LoopType, Integer>> row) ->
                            -loops.applyAsInt(row.getValue()))
                    .thenComparing(Map.Entry::getKey))
            .limit(MOST_AGENTS)
            .map(Map.Entry::getKey)
            .toList();
    TreeSet<LoopType> types = new TreeSet<>();
    agents.forEach(agent -> types.addAll(sums.byAgent.get(agent).keySet()));
    json.set("agents", OutputJson.texts(agents));
    json.set("loopTypes", OutputJson.words(types));
    ArrayNode rows = json.putArray("counts");
    for (String agent : agents) {
      ArrayNode row = rows.addArray();
      types.forEach(type -> row.add(sums.byAgent.get(agent).getOrDefault(type, 0)));
    }
  }

  private static void decisions(ObjectNode json, List<Totals.Decided> decisions) {
    long[] times = decisions.stream().mapToLong(Totals.Decided::afterMillis).sorted().toArray();
    json.put("count", times.length);
    json.put("falsePositives", decisions.stream().filter(Totals.Decided::falsePositive).count());
    json.put("medianMillis", times.length == 0 ? null : (Long) times[times.length / 2]);
  }

  private static void patterns(ArrayNode json, Patterns patterns, long now) {
    for (Patterns.Pattern pattern : patterns.mostFrequent(Totals.since(now), MOST_PATTERNS)) {
      ObjectNode node = json.addObject();
      node.put("patternId", pattern.id()).put("loopType", OutputJson.word(pattern.loopType()));
      node.set("agents", OutputJson.texts(pattern.agents()));
      node.put("tasks", pattern.tasks().count()).put("moreTasks", pattern.tasks().isMore());
      node.put("loops", pattern.loops());
      node.put("reason", pattern.reason());
    }
  }
}
