package dev.eddyline.sessions.format;

import dev.eddyline.yaml.Printable;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts what was read from the sessions of one format. */
public final class SessionSummary {

  /** Maximum number of record types that are listed; types are texts of the file. */
  private static final int MAX_TYPES = 30;

  private static final int MAX_TYPE_LENGTH = 40;
  private static final String OTHER_TYPES = "other";

  private final SessionFormat format;
  private final Map<String, Long> mapped = new TreeMap<>();
  private final Map<String, Long> skipped = new TreeMap<>();
  private long sessions;
  private long events;
  private long copies;
  private long unreadable;

  /** The counts of sessions of this format, all 0. */
  public SessionSummary(SessionFormat format) {
    this.format = format;
  }

  /** Counts a session. */
  public void countSession() {
    sessions++;
  }

  /** Counts a record by its type and outcome. */
  public void countRecord(String type, RecordOutcome outcome) {
    switch (outcome) {
      case MAPPED -> count(mapped, type);
      case SKIPPED -> count(skipped, type);
      case COPY -> copies++;
    }
  }

  private static void count(Map<String, Long> counts, String type) {
    String name = type.length() > MAX_TYPE_LENGTH ? type.substring(0, MAX_TYPE_LENGTH) : type;
    boolean isListed = counts.containsKey(name) || counts.size() < MAX_TYPES;
    counts.merge(isListed ? name : OTHER_TYPES, 1L, Long::sum);
  }

  void countEvent() {
    events++;
  }

  /** Counts a record that cannot be read. */
  public void countUnreadable() {
    unreadable++;
  }

  /** Adds the counts of other sessions of this format. */
  public void add(SessionSummary other) {
    other.mapped.forEach((type, count) -> mapped.merge(type, count, Long::sum));
    other.skipped.forEach((type, count) -> skipped.merge(type, count, Long::sum));
    sessions += other.sessions;
    events += other.events;
    copies += other.copies;
    unreadable += other.unreadable;
  }

  /** The format. */
  public SessionFormat format() {
    return format;
  }

  /** Number of events. */
  public long events() {
    return events;
  }

  /** Number of records of this type that are events or their context. */
  public long mapped(String type) {
    return mapped.getOrDefault(type, 0L);
  }

  /** Number of records of this type that have no events; unknown types are among them. */
  public long skipped(String type) {
    return skipped.getOrDefault(type, 0L);
  }

  /** Number of records that repeat an earlier record. */
  public long copies() {
    return copies;
  }

  /** Number of records that could not be read. */
  public long unreadable() {
    return unreadable;
  }

  /** The counts on one line. */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            "%s: sessions %d, events %d; records: %s; skipped: %s"
                .formatted(format.toolName(), sessions, events, list(mapped), list(skipped)));
    if (copies > 0) {
      text.append("; copies ").append(copies);
    }
    return Printable.escape(text.append("; unreadable ").append(unreadable).toString());
  }

  private static String list(Map<String, Long> counts) {
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
  }
}
