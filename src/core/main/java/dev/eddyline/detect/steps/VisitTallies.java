package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Tally;
import dev.eddyline.schema.TallyHistory;
import java.util.List;
import java.util.function.IntFunction;

/** Counts a task's visits to steps or transitions, and detects too many. */
final class VisitTallies {

  /** Maximum counted keys, the newest ones. */
  private static final int MAX = 64;

  private VisitTallies() {}

  /**
   * A visit to be counted.
   *
   * @param type loop type if the limit is exceeded
   * @param key hash of the visited step or transition
   * @param kind its kind, for the loop's identity
   * @param what its name
   * @param max maximum visits
   * @param reason the loop's reason, by the number of visits before this one
   */
  record Visit(
      LoopType type, long key, String kind, String what, int max, IntFunction<String> reason) {}

  /** No visits. */
  static TallyHistory empty() {
    return new TallyHistory(List.of());
  }

  /** Counts a visit; a loop if the maximum is exceeded. */
  static DetectionResult<TallyHistory> countVisit(
      TallyHistory history, Visit visit, EnrichedEvent enriched) {
    List<Tally> tallies = history.getTallies();
    int place = placeOf(visit.key(), tallies);
    Tally before = place < 0 ? null : tallies.get(place);
    Tally now =
        before == null
            ? new Tally(
                visit.key(), 1, enriched.storedEvidence(visit.what()), enriched.costBefore())
            : new Tally(
                visit.key(), before.getCount() + 1, before.getFirst(), before.getCostBefore());
    TallyHistory after =
        new TallyHistory(
            place < 0
                ? BoundedLists.appendNewest(tallies, now, MAX)
                : BoundedLists.removeAndAppend(tallies, place, now));
    return now.getCount() > visit.max()
        ? DetectionResult.withLoop(loop(now, visit, enriched), after)
        : DetectionResult.noLoop(after);
  }

  private static int placeOf(long key, List<Tally> tallies) {
    int place = tallies.size() - 1;
    while (place >= 0 && tallies.get(place).getKey() != key) {
      place--;
    }
    return place;
  }

  private static FoundLoop loop(Tally tally, Visit visit, EnrichedEvent enriched) {
    int times = tally.getCount();
    SeenEvent newest = enriched.evidence(visit.what());
    return Loops.newLoopBuilder(
            visit.type(),
            List.of(SeenEvents.withText(tally.getFirst(), newest.getWhat()), newest),
            tally.getFirst(),
            tally.getCostBefore(),
            enriched)
        .setIdentity(visit.kind() + " " + visit.what())
        .setOccurrences(times)
        .setAttempts(times)
        .setMeasured(times)
        .setLimit(visit.max())
        .setReason(visit.reason().apply(times - 1))
        .build();
  }
}
