package dev.eddyline.detect.api;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.SeenEvent;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Helpers for events stored in histories. */
public final class SeenEvents {

  /** Maximum characters of a stored excerpt, which each event of the task reads and writes. */
  public static final int MAX_EXCERPT_CHARS = 80;

  private SeenEvents() {}

  /** A copy with this text. */
  public static SeenEvent withText(SeenEvent seen, String text) {
    return new SeenEvent(
        seen.getEventId(), seen.getAt(), seen.getPartition(), seen.getOffset(), text);
  }

  /**
   * The evidence of a series of similar events: the first, the one before the newest, the newest.
   *
   * @param before the one before the newest
   * @param similarityText how similar its text is to the newest one's
   */
  public static List<SeenEvent> buildSeriesEvidence(
      SeenEvent first, SeenEvent before, String similarityText, SeenEvent newest) {
    Set<SeenEvent> all = new LinkedHashSet<>();
    if (!first.equals(before)) {
      all.add(withText(first, "the first of these"));
    }
    all.add(withText(before, similarityText));
    all.add(newest);
    return List.copyOf(all);
  }

  /** The distinct earlier events, followed by the newest. */
  public static List<SeenEvent> appendDistinctEvent(List<SeenEvent> earlier, SeenEvent newest) {
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
        seen.getWhat(),
        null,
        null);
  }
}
