package dev.eddyline.replay;

import dev.eddyline.json.EventTime;
import dev.eddyline.replay.EventLineReader.InputLine;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.text.Truncation;
import dev.eddyline.yaml.Printable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The loops of a replay, as a person reads them: the newest verdict of each, costly ones first. */
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

  /** A heading and a line for each loop; nothing without loops. */
  List<String> lines() {
    return newest.isEmpty()
        ? List.of()
        : Stream.concat(
                Stream.of(heading()),
                newest.values().stream()
                    .sorted(Comparator.comparing(Listed::verdict, COSTLY_FIRST))
                    .limit(MAX_PRINTED)
                    .map(this::line))
            .toList();
  }

  private String heading() {
    long tasks = newest.values().stream().map(it -> it.verdict().getTaskId()).distinct().count();
    return "loops: %d, tasks with loops: %d; costly ones first%s"
        .formatted(
            newest.size(),
            tasks,
            newest.size() > MAX_PRINTED ? ", %d of them here".formatted(MAX_PRINTED) : "");
  }

  private String line(Listed loop) {
    LoopVerdict verdict = loop.verdict();
    boolean isSession = sessionFiles.contains(loop.line().file());
    // a replay gives the events of a session without times this time
    boolean isUntimed = isSession && verdict.getOccurredAt().equals(EventTime.EARLIEST);
    List<Evidence> evidence = verdict.getEvidence();
    String what = evidence.isEmpty() ? "" : evidence.get(evidence.size() - 1).getWhat();
    return "  %s, %s: %s, %d attempts%s%s%s%s"
        .formatted(
            Printable.escape(verdict.getTaskId()),
            isUntimed ? NO_TIME : verdict.getOccurredAt(),
            verdict.getLoopType().name().toLowerCase(Locale.ROOT),
            verdict.getAttempts(),
            isUntimed ? "" : ", %d s".formatted(verdict.getLoopCost().getDurationMs() / 1_000),
            cost(verdict.getLoopCost()),
            isSession ? ", in " + loop.line().formatPlace() : "",
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
