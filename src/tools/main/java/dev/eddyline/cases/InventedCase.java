package dev.eddyline.cases;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A labelled run, as {@code evaluate} reads it. Numbers of events count from 1.
 *
 * @param id ends in -2 for the loop of a pair and in -1 for its look-alike
 * @param kind kind of the pair
 * @param domain field of work
 * @param language language of its messages
 * @param label where the run is stuck; null if it is not
 */
public record InventedCase(
    String id, String kind, Domain domain, String language, Label label, List<ObjectNode> events) {

  /**
   * Where a run is stuck.
   *
   * @param stuckFrom number of the event at which the stuck stretch begins
   * @param wantedBy number of the event at which a careful person wants an alert
   * @param latest number of the last event at which an alert is in time
   */
  public record Label(int stuckFrom, int wantedBy, int latest) {}

  /** The case as a JSON object of one line. */
  public ObjectNode toJson() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", id)
            .put("class", "generated")
            .put("kind", kind)
            .put("domain", domain.server())
            .put("language", language)
            .put("label", label == null ? "none" : "loop");
    if (label == null) {
      json.putNull("latest").put("gate", "forbidden");
    } else {
      json.put("stuckFrom", label.stuckFrom())
          .put("wantedBy", label.wantedBy())
          .put("latest", label.latest())
          .put("gate", "allowed");
    }
    json.putArray("events").addAll(events);
    return json;
  }
}
