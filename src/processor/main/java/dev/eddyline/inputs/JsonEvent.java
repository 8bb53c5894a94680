package dev.eddyline.inputs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.eddyline.engine.RecordEvents;
import dev.eddyline.json.EventDefaults;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An event in JSON form, which its record completes: the key is the task id, the coordinates are
 * the event id, and the timestamp is the time of an event without these. A tool call has the id of
 * its call in place of another.
 *
 * @param fields the fields of the event
 * @param subject the task id if neither the fields nor the key contain one
 * @param cloudEventId the event id, in place of the coordinates, of a CloudEvent
 */
record JsonEvent(
    Map<String, JsonNode> fields, Optional<String> subject, Optional<String> cloudEventId)
    implements EventValue {

  private static final Logger LOG = LoggerFactory.getLogger(JsonEvent.class);
  private static final String TASK_ID = "taskId";
  private static final String DECISION = "human_intervened";

  JsonEvent {
    fields = new LinkedHashMap<>(fields);
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(cloudEventId, "cloudEventId");
  }

  @Override
  public RecordEvents completeFrom(RecordOrigin origin) {
    Map<String, JsonNode> complete = new LinkedHashMap<>(fields);
    Optional.ofNullable(origin.key())
        .or(() -> subject)
        .ifPresent(taskId -> supply(complete, TASK_ID, taskId));
    ParsedEvents parsed;
    try {
      parsed = new EventReader(new RecordDefaults(origin, cloudEventId)).read(complete);
    } catch (InvalidEventException invalid) {
      throw new BadInputException(invalid.messageWithoutQuotes());
    }
    if (!parsed.ignored().isEmpty()) {
      LOG.atDebug()
          .addKeyValue("topic", origin.topic())
          .addKeyValue("partition", origin.partition())
          .addKeyValue("offset", origin.offset())
          .addKeyValue("fields", parsed.ignored())
          .log("ignored unknown fields");
    }
    List<AgentEvent> events = parsed.events();
    AgentEvent event = events.get(0);
    String key = origin.key() == null ? event.getTaskId() : origin.key();
    return new RecordEvents(
        key, event, events.size() > 1 ? Optional.of(events.get(1)) : Optional.empty());
  }

  @Override
  public RecordEvents completeFrom(
      RecordOrigin origin, boolean onDecisionsTopic, DecisionRules rules) {
    try {
      return completeFrom(origin);
    } catch (BadInputException invalid) {
      String type = text("type");
      if (type == null) {
        throw invalid;
      }
      boolean isDecision = type.equalsIgnoreCase(DECISION);
      rules.checkTopic(isDecision, onDecisionsTopic);
      if (!isDecision) {
        throw invalid;
      }
      List<String> problems = new ArrayList<>(List.of(invalid.getMessage()));
      problems.addAll(rules.missingAttribution(text("gateId"), text("by")));
      throw new BadInputException(String.join("; ", problems));
    }
  }

  /** The text of a field; of other values their JSON, and null if absent. */
  private @Nullable String text(String name) {
    JsonNode value = fields.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    return value.isTextual() ? value.textValue() : value.toString();
  }

  /** Adds a field that is absent or null. */
  static void supply(Map<String, JsonNode> fields, String name, String value) {
    JsonNode present = fields.get(name);
    if (present == null || present.isNull()) {
      fields.put(name, TextNode.valueOf(value));
    }
  }

  /** Defaults that are the same whenever the record is read. */
  private record RecordDefaults(RecordOrigin origin, Optional<String> cloudEventId)
      implements EventDefaults {

    @Override
    public String eventId() {
      return cloudEventId.orElseGet(origin::eventId);
    }

    @Override
    public Instant occurredAt(String taskId) {
      return Instant.ofEpochMilli(origin.timestamp());
    }

    @Override
    public void recordEventTime(String taskId, Instant occurredAt) {
      // records need no earlier times
    }
  }
}
