package dev.eddyline.json;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Defaults of replayed events: the id is {@code file:line}; the time is that of the task's previous
 * event, or the year 2000 for its first. Replays are reproducible. For one thread.
 */
public final class ReplayDefaults implements EventDefaults {
  private final Map<String, Instant> lastByTask = new HashMap<>();
  private String place;

  /**
   * Sets the position of the next line.
   *
   * @param file name of the file, as given by the user
   * @param line number of the line in that file, from 1
   */
  public void setNextLinePosition(String file, long line) {
    if (file.isEmpty() || line < 1) {
      throw new IllegalArgumentException(
          "A place is a file and a line from 1, was line " + line + " of '" + file + "'");
    }
    place = file + ":" + line;
  }

  @Override
  public String eventId() {
    if (place == null) {
      throw new IllegalStateException("Call at(file, line) before a line is read");
    }
    return place;
  }

  @Override
  public boolean derivesIdsFromCalls() {
    return false;
  }

  @Override
  public Instant occurredAt(String taskId) {
    return lastByTask.getOrDefault(taskId, EventTime.EARLIEST);
  }

  @Override
  public void recordEventTime(String taskId, Instant occurredAt) {
    lastByTask.put(taskId, occurredAt);
  }
}
