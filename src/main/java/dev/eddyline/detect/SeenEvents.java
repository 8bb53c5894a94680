package dev.eddyline.detect;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.SeenEvent;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Events that histories remember. */
final class SeenEvents {

  /** Characters of an excerpt that a history keeps: every event of its task reads and writes it. */
  static final int MAX_KEPT = 80;

  private SeenEvents() {}

  /** The event, of which this is told. */
  static SeenEvent told(SeenEvent seen, String what) {
    return new SeenEvent(
        seen.getEventId(), seen.getAt(), seen.getPartition(), seen.getOffset(), what);
  }

  /**
   * What closed a loop, after the first of its events and the one before, each like its successor.
   *
   * @param before the one before the newest
   * @param like how its text is to the newest one's
   */
  static List<SeenEvent> chain(SeenEvent first, SeenEvent before, String like, SeenEvent newest) {
    Set<SeenEvent> all = new LinkedHashSet<>();
    if (!first.equals(before)) {
      all.add(told(first, "the first of these"));
    }
    all.add(told(before, like));
    all.add(newest);
    return List.copyOf(all);
  }

  /** What closed a loop, after earlier events, each told once. */
  static List<SeenEvent> after(List<SeenEvent> earlier, SeenEvent newest) {
    Set<SeenEvent> all = new LinkedHashSet<>(earlier);
    all.add(newest);
    return List.copyOf(all);
  }

  /** The event as evidence. */
  static Evidence evidence(SeenEvent seen) {
    return new Evidence(
        seen.getEventId(),
        Instant.ofEpochMilli(seen.getAt()),
        seen.getPartition(),
        seen.getOffset(),
        seen.getWhat());
  }
}
