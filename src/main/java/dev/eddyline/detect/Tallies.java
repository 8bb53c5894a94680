package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Tally;
import dev.eddyline.schema.TallyHistory;
import java.util.List;
import java.util.function.IntFunction;

/** Counts how often a task does each thing of a kind, and finds what it does too often. */
final class Tallies {

  /** Distinct things of a kind that are counted, those that were done last. */
  private static final int MAX = 64;

  private Tallies() {}

  /**
   * Something that was done once more.
   *
   * @param type the loop that it makes when it is done too often
   * @param key hash of what it is
   * @param kind of what kind it is, as a loop's identity tells it
   * @param what what it is
   * @param max how often it may be done
   * @param reason why it is a loop, told the number of times without this one (document 003)
   */
  record Done(
      LoopType type, long key, String kind, String what, int max, IntFunction<String> reason) {}

  /** Nothing done yet. */
  static TallyHistory empty() {
    return new TallyHistory(List.of());
  }

  /** Counts what was done; a loop where that is more often than it may be. */
  static Finding<TallyHistory> count(TallyHistory history, Done done, Observation seen) {
    List<Tally> tallies = history.getTallies();
    int place = placeOf(done.key(), tallies);
    Tally before = place < 0 ? null : tallies.get(place);
    Tally now =
        before == null
            ? new Tally(done.key(), 1, seen.remembered(done.what()), seen.costBefore())
            : new Tally(
                done.key(), before.getCount() + 1, before.getFirst(), before.getCostBefore());
    TallyHistory after =
        new TallyHistory(
            place < 0 ? Newest.of(tallies, now, MAX) : Newest.instead(tallies, place, now));
    return now.getCount() > done.max()
        ? Finding.of(loop(now, done, seen), after)
        : Finding.none(after);
  }

  private static int placeOf(long key, List<Tally> tallies) {
    int place = tallies.size() - 1;
    while (place >= 0 && tallies.get(place).getKey() != key) {
      place--;
    }
    return place;
  }

  private static FoundLoop loop(Tally tally, Done done, Observation seen) {
    int times = tally.getCount();
    SeenEvent newest = seen.evidence(done.what());
    return Loops.closed(
            done.type(),
            List.of(SeenEvents.told(tally.getFirst(), newest.getWhat()), newest),
            tally.getFirst(),
            tally.getCostBefore(),
            seen)
        .setIdentity(done.kind() + " " + done.what())
        .setOccurrences(times)
        .setAttempts(times)
        .setMeasured(times)
        .setLimit(done.max())
        .setReason(done.reason().apply(times - 1))
        .build();
  }
}
