package dev.eddyline.console;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The figures that the console shows and that replay gives. */
final class OverviewFigures {

  final Map<String, Integer> loopsByType = new TreeMap<>();
  final Map<String, Integer> loopCountByTask = new TreeMap<>();
  int opened;
  int closed;
  int resets;
  final Set<String> blockedTasks = new HashSet<>();
  final Map<String, Integer> heat = new TreeMap<>();
  final Map<String, Integer> attempts = new TreeMap<>();
  int loops;
  int loopsAlike;
  final Set<String> tasksAlike = new HashSet<>();
  long burnt;
  int decisions;
  int falsePositives;

  Map<String, Object> all() {
    Map<String, Object> all = new TreeMap<>();
    all.put("loops by type", loopsByType);
    all.put("loop count by task", loopCountByTask);
    all.put("gates opened", opened);
    all.put("gates closed", closed);
    all.put("resets", resets);
    all.put("held", blockedTasks);
    all.put("heat", heat);
    all.put("attempts", attempts);
    all.put("loops", loops);
    all.put("loops alike", loopsAlike);
    all.put("tasks alike", tasksAlike.size());
    all.put("tokens burnt in loops", burnt);
    all.put("decisions", decisions);
    all.put("false positives", falsePositives);
    return all;
  }
}
