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
 * Something that was done about a loop, over all cases of it.
 *
 * @param kind what was done
 * @param text the same in words, those of the newest case; empty where there are none
 * @param tried how often it was tried and is known to have helped or not
 * @param helped how often it helped
 * @param open how often it was tried of which that is not known yet
 * @param at event time of the newest case, epoch milliseconds
 * @param sources gates, or where there were none tasks, that it was learnt from, newest first,
 *     {@link #MOST} at most
 */
public record Remedy(
    RemedyKind kind, String text, int tried, int helped, int open, long at, List<String> sources) {

  /** Remedies of a loop that are told. */
  public static final int MOST = 5;

  private static final Comparator<Remedy> BEST =
      Comparator.comparingDouble(Remedy::promise)
          .reversed()
          .thenComparing(Comparator.comparingLong(Remedy::at).reversed())
          .thenComparing(Remedy::kind)
          .thenComparing(Remedy::text);

  public Remedy {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
    sources = List.copyOf(sources);
  }

  /** What cases are put together by. */
  private record Sort(RemedyKind kind, String text) {

    /** The same guidance is given in any case of letters; a hint is worded for its own task. */
    static Sort of(LoopMemory memory) {
      boolean ownWords = memory.getKind() == RemedyKind.HINT;
      String words = memory.getRemedy().toLowerCase(Locale.ROOT).strip();
      return new Sort(memory.getKind(), ownWords ? "" : words);
    }
  }

  /**
   * What was done in these cases, the best first: that which most likely helps, of equals the
   * newest.
   *
   * @param at event time at which this is asked, epoch milliseconds
   */
  public static List<Remedy> of(List<LoopMemory> cases, long at) {
    Map<Sort, List<LoopMemory>> bySort = new LinkedHashMap<>();
    cases.stream()
        .filter(memory -> memory.getKind() != RemedyKind.UNKNOWN)
        .sorted(Comparator.comparing(LoopMemory::getAt).reversed())
        .forEach(
            memory -> bySort.computeIfAbsent(Sort.of(memory), it -> new ArrayList<>()).add(memory));
    return bySort.values().stream().map(same -> sum(same, at)).sorted(BEST).toList();
  }

  private static Remedy sum(List<LoopMemory> newestFirst, long at) {
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
        newestFirst.stream().map(Remedy::source).distinct().limit(MOST).toList());
  }

  private static String source(LoopMemory memory) {
    return memory.getGateId() == null ? memory.getTaskId() : memory.getGateId();
  }

  /** How likely it helps: as often as before, had it once helped and once not to begin with. */
  private double promise() {
    return (helped + 1.0) / (tried + 2.0);
  }

  /** The remedy in one sentence, with how often it helped. */
  public String inWords() {
    String quoted = text.isEmpty() ? "" : "\"" + text + "\"";
    return switch (kind) {
      case GUIDANCE -> "Guidance " + quoted + " " + success();
      case GO_AHEAD -> "A go-ahead without guidance " + success();
      case OTHER_AGENT ->
          "Another agent" + (quoted.isEmpty() ? "" : ", told " + quoted + ",") + " " + success();
      case HINT -> "The hint " + quoted + " " + success();
      case REJECTION -> "A person ended the task" + often() + saying(quoted);
      case NO_LOOP -> "A person said that it is no loop" + often() + saying(quoted);
      default -> kind + " " + success();
    };
  }

  private String success() {
    String unknown = "was tried " + times(open) + ", not known yet whether it helped";
    if (tried == 0) {
      return unknown;
    }
    String known = "helped %d of %s".formatted(helped, times(tried));
    return open == 0 ? known : known + " and " + unknown;
  }

  private String often() {
    return tried > 1 ? ", " + times(tried) : "";
  }

  private static String saying(String quoted) {
    return quoted.isEmpty() ? "" : ": " + quoted;
  }

  private static String times(int number) {
    return number + (number == 1 ? " time" : " times");
  }
}
