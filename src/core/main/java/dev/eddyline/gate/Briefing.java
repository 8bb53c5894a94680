package dev.eddyline.gate;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text that a person needs to decide: the newest evidence, the counts, the cost and the actions
 * that were tried.
 */
final class Briefing {

  private Briefing() {}

  /**
   * The briefing for a loop.
   *
   * @param attempts number of completed attempts; a proposed event is not an attempt
   */
  static String briefingText(FoundLoop loop, int attempts, DecisionContext context) {
    String newest = newestEvidenceText(loop);
    return "%sSo far: %s, %s. This loop: %s. Tried lately: %s."
        .formatted(
            newest.isEmpty() ? "" : "Newest: \"" + newest + "\". ",
            formatCount(attempts, "attempt"),
            formatCount(context.loopCount(), "loop"),
            formatCost(VerdictBuilder.loopCost(context, loop)),
            describeRecentActions(context));
  }

  /** The newest evidence, truncated and redacted; empty if there is none. */
  static String newestEvidenceText(FoundLoop loop) {
    int last = loop.getEvidence().size() - 1;
    return last < 0 ? "" : loop.getEvidence().get(last).getWhat();
  }

  /** The distinct texts of all evidence, truncated and redacted. */
  static String evidenceText(FoundLoop loop) {
    return loop.getEvidence().stream()
        .map(Evidence::getWhat)
        .filter(what -> !what.isEmpty())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  /**
   * What repeats, how often and for how long; empty if it is not known.
   *
   * @param at event time of the newest event, epoch milliseconds
   */
  static String repeatedText(FoundLoop loop, long at) {
    List<String> repeated = loop.getRepeated();
    if (repeated.isEmpty()) {
      return "";
    }
    String time = formatSeconds(Math.max(0, at - loop.getFirstAt().toEpochMilli()) / 1_000);
    boolean isOfAgents = loop.getLoopType() == LoopType.OSCILLATING_CYCLE;
    boolean isCycle = loop.getPeriod() > 1 && !isOfAgents;
    String what = String.join(isCycle ? " → " : "; ", repeated);
    String end = what.endsWith(".") || what.endsWith("…") ? "" : ".";
    if (isOfAgents) {
      return "Calls in the last round (%s): %s%s".formatted(time, what, end);
    }
    return "%s %d times in %s%s: %s%s"
        .formatted(
            loop.getLoopType() == LoopType.IDENTICAL_FAILURE ? "Failed" : "Repeated",
            loop.getOccurrences(),
            time,
            isCycle || repeated.size() == 1 ? "" : ", newest last",
            what,
            end);
  }

  private static String formatCost(Cost cost) {
    List<String> numbers = new ArrayList<>();
    if (cost.getTokens() > 0) {
      numbers.add(formatCount(cost.getTokens(), "token"));
    }
    if (cost.getCostUsd() > 0) {
      numbers.add(String.format(Locale.ROOT, "%.2f USD", cost.getCostUsd()));
    }
    numbers.add(formatSeconds(cost.getDurationMs() / 1_000));
    return String.join(", ", numbers);
  }

  private static String formatCount(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static String formatSeconds(long seconds) {
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7_200 ? seconds / 60 + " min" : seconds / 3_600 + " h";
  }

  /** The most recent actions, without those that targeted a person. */
  private static String describeRecentActions(DecisionContext context) {
    List<ActionTaken> results = context.isShadow() ? List.of() : context.root().recentActions();
    Map<String, Integer> times = new LinkedHashMap<>();
    for (ActionTaken result : results) {
      if (result.getTarget() != Target.USER && result.getAction() != Action.CONTINUE) {
        times.merge(describeAction(result), 1, Integer::sum);
      }
    }
    List<String> descriptions = new ArrayList<>();
    times.forEach(
        (action, number) -> descriptions.add(number == 1 ? action : action + " ×" + number));
    return descriptions.isEmpty() ? "nothing" : String.join(", ", descriptions);
  }

  private static String describeAction(ActionTaken result) {
    String action = result.getAction().name();
    String words = result.getTarget() == null ? action : action + " to " + result.getTarget();
    return words.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
