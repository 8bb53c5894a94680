package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.RemedyKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A remedy of a loop with its success over all cases.
 *
 * @param kind kind of remedy
 * @param text guidance or hint of the newest case; empty if there is none
 * @param tried number of trials with a known outcome
 * @param helped number of successful trials
 * @param open number of trials with an open outcome
 * @param at event time of the newest case, epoch milliseconds
 * @param sources gates (or tasks, without a gate) that it comes from, newest first, at most {@link
 *     #MAX_SHOWN_REMEDIES}
 */
public record Remedy(
    RemedyKind kind, String text, int tried, int helped, int open, long at, List<String> sources) {

  /** Maximum number of remedies that are shown for a loop. */
  public static final int MAX_SHOWN_REMEDIES = 5;

  private static final Comparator<Remedy> BEST_FIRST =
      Comparator.comparingDouble(Remedy::successProbability)
          .reversed()
          .thenComparing(Comparator.comparingLong(Remedy::at).reversed())
          .thenComparing(Remedy::kind)
          .thenComparing(Remedy::text);

  public Remedy {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
    sources = List.copyOf(sources);
  }

  /** The key that groups cases of the same remedy. */
  private record RemedyGroup(RemedyKind kind, String text) {

    /**
     * Guidance is grouped case-insensitively; hints are grouped by kind only, since their text is
     * specific to a task.
     */
    static RemedyGroup of(LoopMemory memory) {
      boolean ownWords = memory.getKind() == RemedyKind.HINT;
      String words = memory.getRemedy().toLowerCase(Locale.ROOT).strip();
      return new RemedyGroup(memory.getKind(), ownWords ? "" : words);
    }
  }

  /**
   * Groups these cases by remedy, highest success probability first, then newest first.
   *
   * @param at event time of the query, epoch milliseconds
   */
  public static List<Remedy> aggregateByRemedy(List<LoopMemory> cases, long at) {
    Map<RemedyGroup, List<LoopMemory>> bySort = new LinkedHashMap<>();
    cases.stream()
        .filter(memory -> memory.getKind() != RemedyKind.UNKNOWN)
        .sorted(Comparator.comparing(LoopMemory::getAt).reversed())
        .forEach(
            memory ->
                bySort
                    .computeIfAbsent(RemedyGroup.of(memory), it -> new ArrayList<>())
                    .add(memory));
    return bySort.values().stream()
        .map(same -> aggregateCasesOfOneRemedy(same, at))
        .sorted(BEST_FIRST)
        .toList();
  }

  private static Remedy aggregateCasesOfOneRemedy(List<LoopMemory> newestFirst, long at) {
    int tried = 0;
    int helped = 0;
    int open = 0;
    for (LoopMemory memory : newestFirst) {
      boolean unknown = memory.getOpenUntil() != null;
      boolean stayedAway = unknown && memory.getOpenUntil().toEpochMilli() <= at;
      open += unknown && !stayedAway ? memory.getTried() : 0;
      tried += unknown && !stayedAway ? 0 : memory.getTried();
      helped += stayedAway ? memory.getTried() : memory.getHelped();
    }
    LoopMemory newest = newestFirst.get(0);
    return new Remedy(
        newest.getKind(),
        newest.getRemedy(),
        tried,
        helped,
        open,
        newest.getAt().toEpochMilli(),
        newestFirst.stream().map(Remedy::source).distinct().limit(MAX_SHOWN_REMEDIES).toList());
  }

  private static String source(LoopMemory memory) {
    return memory.getGateId() == null ? memory.getTaskId() : memory.getGateId();
  }

  /** Estimated success probability: the observed rate with one success and one failure added. */
  private double successProbability() {
    return (helped + 1.0) / (tried + 2.0);
  }

  /** The remedy in one sentence, with its success. */
  public String toDisplayText() {
    String quoted = text.isEmpty() ? "" : "\"" + text + "\"";
    return switch (kind) {
      case GUIDANCE -> "Guidance " + quoted + " " + successText();
      case GO_AHEAD -> "A go-ahead without guidance " + successText();
      case OTHER_AGENT ->
          "Another agent"
              + (quoted.isEmpty() ? "" : ", told " + quoted + ",")
              + " "
              + successText();
      case HINT -> "The hint " + quoted + " " + successText();
      case REJECTION -> "A person ended the task" + frequencyText() + guidanceText(quoted);
      case NO_LOOP -> "A person said that it is no loop" + frequencyText() + guidanceText(quoted);
      default -> kind + " " + successText();
    };
  }

  private String successText() {
    String unknown = "was tried " + formatTimesCount(open) + ", not known yet whether it helped";
    if (tried == 0) {
      return unknown;
    }
    String known = "helped %d of %s".formatted(helped, formatTimesCount(tried));
    return open == 0 ? known : known + " and " + unknown;
  }

  private String frequencyText() {
    return tried > 1 ? ", " + formatTimesCount(tried) : "";
  }

  private static String guidanceText(String quoted) {
    return quoted.isEmpty() ? "" : ": " + quoted;
  }

  private static String formatTimesCount(int number) {
    return number + (number == 1 ? " time" : " times");
  }
}
