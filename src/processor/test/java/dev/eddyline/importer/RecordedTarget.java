package dev.eddyline.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.cluster.ClusterUnreachableException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stores the ids of events, and can be unavailable. */
final class RecordedTarget implements EventTarget {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<String> ids = new CopyOnWriteArrayList<>();
  private int failures;

  /** Refuses this many requests as an unavailable target. */
  void failNext(int requests) {
    failures = requests;
  }

  List<String> ids() {
    return ids;
  }

  @Override
  public List<ImportedEvent.Refusal> publish(List<ImportedEvent> events) {
    if (failures > 0) {
      failures--;
      throw new ClusterUnreachableException("unavailable", null);
    }
    events.forEach(event -> ids.add(id(event.json())));
    return List.of();
  }

  private static String id(String json) {
    try {
      return JSON.readTree(json).get("eventId").asText();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    // nothing is open
  }
}
