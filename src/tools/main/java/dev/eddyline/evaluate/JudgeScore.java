package dev.eddyline.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All scores of a judge.
 *
 * @param name the judge
 * @param sets scores of each data set, then of pooled sets
 * @param runs what it found in each run, sorted by set
 */
record JudgeScore(String name, List<SetScore> sets, List<JudgedRun> runs) {

  /** Shortest common beginning that names a pool. */
  private static final int MIN_PREFIX = 4;

  static JudgeScore compute(String name, List<JudgedRun> runs, int tolerance) {
    Map<String, List<JudgedRun>> bySet = new TreeMap<>();
    Map<String, List<JudgedRun>> bySource = new LinkedHashMap<>();
    for (JudgedRun run : runs) {
      bySet.computeIfAbsent(run.run().set(), first -> new ArrayList<>()).add(run);
      bySource.computeIfAbsent(run.label().source(), first -> new ArrayList<>()).add(run);
    }
    List<SetScore> scores = new ArrayList<>();
    bySet.forEach((set, its) -> scores.add(SetScore.compute(set, its, tolerance)));
    Map<String, SetScore> pools = new TreeMap<>();
    for (List<JudgedRun> pooled : bySource.values()) {
      var sets = new TreeSet<String>();
      pooled.forEach(run -> sets.add(run.run().set()));
      if (sets.size() > 1) {
        String pool = poolName(List.copyOf(sets));
        pools.put(pool, SetScore.compute(pool, pooled, tolerance));
      }
    }
    scores.addAll(pools.values());
    List<JudgedRun> sorted = bySet.values().stream().flatMap(List::stream).toList();
    return new JudgeScore(name, scores, sorted);
  }

  /** The common beginning of the names, or else the first name and the number of others. */
  static String poolName(List<String> sets) {
    String prefix = sets.get(0);
    for (String set : sets) {
      while (!set.startsWith(prefix)) {
        prefix = prefix.substring(0, prefix.length() - 1);
      }
    }
    return prefix.length() >= MIN_PREFIX
        ? prefix + "*"
        : "%s + %d more".formatted(sets.get(0), sets.size() - 1);
  }
}
