package dev.eddyline.replay;

import dev.eddyline.json.EventTime;
import dev.eddyline.replay.EventLineReader.InputLine;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.text.Truncation;
import dev.eddyline.yaml.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The loops of a replay, as a person reads them: the newest verdict of each, costly ones first. The
 * loops of a task in a session have one line, that of the costliest.
 */
final class LoopList {

  /** Most loops that are printed. */
  private static final int MAX_PRINTED = 10;

  private static final int MAX_CHARS = 100;

  private static final String NO_TIME = "-";

  private static final Comparator<LoopVerdict> COSTLY_FIRST =
      Comparator.comparing((LoopVerdict it) -> it.getLoopCost().getCostUsd())
          .thenComparing(it -> it.getLoopCost().getTokens())
          .thenComparing(it -> it.getLoopCost().getDurationMs())
          .reversed()
          .thenComparing(LoopVerdict::getTaskId)
          .thenComparing(LoopVerdict::getLoopId);

  /** A loop of a root task. */
  private record Loop(String rootTaskId, String loopId) {}

  /** The newest verdict of a loop, and the line that caused it. */
  private record Listed(LoopVerdict verdict, InputLine line) {}

  private final Map<Loop, Listed> newest = new HashMap<>();
  private final Set<String> sessionFiles = new HashSet<>();

  /** Adds a verdict on an event of this line; those that count no loop are left out. */
  void add(LoopVerdict verdict, InputLine line) {
    boolean isCounted =
        verdict.getLoopId() != null
            && verdict.getLoopType() != LoopType.EXTERNAL_FAULT
            && !verdict.getShadow();
    if (isCounted) {
      newest.put(new Loop(verdict.getRootTaskId(), verdict.getLoopId()), new Listed(verdict, line));
    }
  }

  /** Adds the name of a file or folder that is a session of a coding agent. */
  void addSessionFile(String file) {
    sessionFiles.add(file);
  }

  /** A heading and a line for each loop, or each task of a session; nothing without loops. */
  List<String> lines() {
    if (newest.isEmpty()) {
      return List.of();
    }
    Map<String, List<Listed>> groups = new LinkedHashMap<>();
    newest.values().stream()
        .sorted(Comparator.comparing(Listed::verdict, COSTLY_FIRST))
        .forEach(loop -> groups.computeIfAbsent(group(loop), it -> new ArrayList<>()).add(loop));
    List<String> lines = new ArrayList<>();
    lines.add(heading(groups.size()));
    groups.values().stream().limit(MAX_PRINTED).map(this::line).forEach(lines::add);
    return lines;
  }

  private boolean isSession(Listed loop) {
    return sessionFiles.contains(loop.line().file());
  }

  private String group(Listed loop) {
    String task = loop.verdict().getTaskId();
    return isSession(loop) ? task : task + "/" + loop.verdict().getLoopId();
  }

  private String heading(int groups) {
    long tasks = newest.values().stream().map(it -> it.verdict().getTaskId()).distinct().count();
    boolean hasSessionTokens =
        newest.values().stream()
            .anyMatch(it -> isSession(it) && it.verdict().getLoopCost().getTokens() > 0);
    return "loops: %d, tasks with loops: %d; costly ones first%s%s"
        .formatted(
            newest.size(),
            tasks,
            groups > MAX_PRINTED ? ", %d of them here".formatted(MAX_PRINTED) : "",
            hasSessionTokens ? "; tokens include those read from a cache" : "");
  }

  private static String type(Listed loop) {
    return loop.verdict().getLoopType().name().toLowerCase(Locale.ROOT);
  }

  /** How many other loops of each type the task has. */
  private static String others(List<Listed> others) {
    Map<String, Integer> types = new TreeMap<>();
    others.forEach(loop -> types.merge(type(loop), 1, Integer::sum));
    return types.isEmpty()
        ? ""
        : types.entrySet().stream()
            .map(type -> type.getValue() + " " + type.getKey())
            .collect(Collectors.joining(", ", "; also ", ""));
  }

  private String line(List<Listed> group) {
    Listed loop = group.get(0);
    LoopVerdict verdict = loop.verdict();
    boolean isSession = isSession(loop);
    // a replay gives events without times this time
    boolean isUntimed = verdict.getOccurredAt().equals(EventTime.EARLIEST);
    List<Evidence> evidence = verdict.getEvidence();
    String what = evidence.isEmpty() ? "" : evidence.get(evidence.size() - 1).getWhat();
    return "  %s, %s: %s, %d attempts%s%s%s%s%s"
        .formatted(
            Printable.escape(verdict.getTaskId()),
            isUntimed ? NO_TIME : verdict.getOccurredAt(),
            type(loop),
            verdict.getAttempts(),
            isUntimed ? "" : ", %d s".formatted(verdict.getLoopCost().getDurationMs() / 1_000),
            cost(verdict.getLoopCost()),
            isSession ? ", in " + loop.line().formatPlace() : "",
            others(group.subList(1, group.size())),
            what.isBlank()
                ? ""
                : ": " + Truncation.shorten(Printable.escape(what.strip()), MAX_CHARS));
  }

  private static String cost(Cost cost) {
    String dollars =
        cost.getCostUsd() > 0 ? String.format(Locale.ROOT, ", %.2f USD", cost.getCostUsd()) : "";
    String tokens = cost.getTokens() > 0 ? ", %d tokens".formatted(cost.getTokens()) : "";
    return tokens + dollars;
  }
}
