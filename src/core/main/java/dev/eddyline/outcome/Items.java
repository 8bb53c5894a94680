package dev.eddyline.outcome;

import java.util.List;
import java.util.stream.LongStream;

/**
 * The names that results and persons offered and that calls used, to know a systematic search: it
 * goes through what was offered, where a hunt invents.
 *
 * @param offered hashes of names that results and persons offered
 * @param used hashes of names in the arguments of earlier calls
 * @param frames hashes of the frames of earlier calls
 * @param isEnumeration whether a person asked for each of several things
 */
record Items(RecentHashes offered, RecentHashes used, RecentHashes frames, boolean isEnumeration) {

  static final Items NONE =
      new Items(RecentHashes.NONE, RecentHashes.NONE, RecentHashes.NONE, false);

  /** Hashes of a generation. */
  private static final int OFFERED = 120;

  private static final int USED = 80;
  private static final int FRAMES = 8;

  /** Names of a text that a person wrote. */
  private static final int MENTIONED = 60;

  /** How far a call is part of a search. */
  CallOutcome.Search search(OpenCall call) {
    long[] first = newNames(call);
    boolean isNext = frames.contains(call.frame());
    if (first.length == 0) {
      return CallOutcome.Search.NONE;
    }
    if (isNext && isEnumeration || LongStream.of(first).allMatch(offered::contains)) {
      return CallOutcome.Search.SYSTEMATIC;
    }
    return isNext && call.intent() != ToolIntent.ACT && call.intent() != ToolIntent.ASK_PERSON
        ? CallOutcome.Search.UNCERTAIN
        : CallOutcome.Search.NONE;
  }

  /** Whether a call names something that no call of its frame named. */
  boolean hasNewName(OpenCall call) {
    return newNames(call).length > 0;
  }

  private long[] newNames(OpenCall call) {
    return LongStream.of(call.names().all())
        .filter(name -> !used.contains(inFrame(call, name)))
        .toArray();
  }

  private static long inFrame(OpenCall call, long name) {
    return (call.frame() * 31L + name) * 0x9e3779b97f4a7c15L;
  }

  Items withMentioned(String text) {
    return new Items(
        offered.with(CallNames.names(text, MENTIONED), OFFERED),
        used,
        frames,
        isEnumeration || OutcomeWords.SHIPPED.enumerations().areIn(text));
  }

  Items after(OpenCall call, Outcome outcome, List<String> lines) {
    return new Items(
        outcome == Outcome.NEW ? offered.with(CallNames.offered(lines), OFFERED) : offered,
        used.with(
            LongStream.of(call.names().all()).map(name -> inFrame(call, name)).toArray(), USED),
        frames.with(new long[] {call.frame()}, FRAMES),
        isEnumeration);
  }
}
