package dev.eddyline.json;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Defaults of events that are read again: the id is the event's place, {@code file:line}, and the
 * time is that of the task's event before, or the year 2000 for its first. Two replays of the same
 * files give the same ids and times. For one thread.
 */
public final class ReplayDefaults implements Defaults {
  private final Map<String, Instant> lastByTask = new HashMap<>();
  private String place;

  /**
   * Says where the next line stands.
   *
   * @param file name of the file as the user gave it
   * @param line number of the line in that file, from 1
   */
  public void at(String file, long line) {
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
  public Instant occurredAt(String taskId) {
    return lastByTask.getOrDefault(taskId, EventTime.EARLIEST);
  }

  @Override
  public void accepted(String taskId, Instant occurredAt) {
    lastByTask.put(taskId, occurredAt);
  }
}
