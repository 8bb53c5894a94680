package dev.eddyline.app;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.detect.actions.ToolAction;
import dev.eddyline.detect.actions.ToolCalls;
import dev.eddyline.outcome.CompactHashes;
import dev.eddyline.outcome.OutcomeHistory;
import dev.eddyline.state.StatePart;
import dev.eddyline.state.StateParts;
import dev.eddyline.state.StoredRoot;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.WordBag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * The record of a task in JSON, for people: absent values are left out, hashes are numbers, and of
 * a set of hashes there is the size.
 */
final class TaskRecordJson {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addMixIn(CompactHashes.class, OnlySize.class)
          .addMixIn(WordBag.class, OnlyCount.class)
          .build();

  /** Prints a set of hashes as its size. */
  private interface OnlySize {
    @JsonValue
    int size();
  }

  /** Prints the words of a content as their number. */
  private interface OnlyCount {
    @JsonValue
    int count();
  }

  private TaskRecordJson() {}

  /** The content of a record. */
  static ObjectNode of(TaskState state) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("rootTaskId", state.getRootTaskId());
    json.put("workflow", state.getWorkflow());
    json.put("complexity", state.getComplexity());
    json.put("step", state.getStep());
    json.put("startedAt", time(state.getStartedAt()));
    json.put("startedPartition", state.getStartedPartition());
    json.put("startedOffset", state.getStartedOffset());
    json.put("newestAt", time(state.getNewestAt()));
    json.put("storedAt", time(state.getStoredAt()));
    json.put("evictedAt", time(state.getEvictedAt()));
    json.put("waitingUntil", time(state.getWaitingUntil()));
    json.put("pausedAt", time(state.getPausedAt()));
    json.put("signedAt", time(state.getSignedAt()));
    json.put("epoch", state.getEpoch());
    json.put("counted", state.getCounted());
    json.put("stamp", Long.toHexString(state.getStamp()));
    json.put("unknownContents", state.getUnknownContents());
    json.put("recentBytes", state.getRecent().remaining());
    json.set("cost", avro(state.getCost()));
    for (StatePart<?> part : StateParts.ALL) {
      Object value = state.part(part);
      if (value != null) {
        json.set(part.name(), part(value));
      }
    }
    OutcomeHistory outcomes = state.part(OutcomeHistory.PART);
    if (outcomes != null) {
      json.set(OutcomeHistory.PART.name(), outcomes(outcomes));
    }
    json.set("actions", actions(ToolCalls.recentActions(state)));
    json.put("bytes", state.toBytes().length);
    return json.without(
        json.properties().stream()
            .filter(field -> field.getValue().isNull())
            .map(Map.Entry::getKey)
            .toList());
  }

  private static JsonNode part(Object value) {
    if (value instanceof SpecificRecord record) {
      return avro(record);
    }
    return value instanceof StoredRoot root ? root(root) : JSON.valueToTree(value);
  }

  private static ObjectNode root(StoredRoot root) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("loopCount", root.getLoopCount());
    json.put("shadowCount", root.getShadowCount());
    json.put("epoch", root.getEpoch());
    json.put("cleared", root.getCleared());
    json.put("blocked", root.isBlocked());
    json.put("newestSignalAt", time(root.getNewestSignalAt()));
    json.set("loops", array(root.getLoops()));
    json.set("shadowLoops", array(root.getShadowLoops()));
    json.set("results", array(root.getResults()));
    json.set("ladder", array(root.getLadder()));
    json.set("answered", array(root.getAnswered()));
    json.set("partitions", JSON.valueToTree(root.getPartitions()));
    return json;
  }

  private static ArrayNode array(List<? extends SpecificRecord> records) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    records.forEach(record -> json.add(avro(record)));
    return json;
  }

  private static ArrayNode actions(List<ToolAction> actions) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (ToolAction action : actions) {
      json.addObject()
          .put("tool", action.tool())
          .put("agentId", action.agentId())
          .put("failed", action.failed())
          .put("at", time(action.at()))
          .put("eventId", action.eventId())
          .put("partition", action.partition())
          .put("offset", action.offset());
    }
    return json;
  }

  private static ObjectNode outcomes(OutcomeHistory outcomes) {
    ObjectNode json = JSON.valueToTree(outcomes);
    ObjectNode rhythm = (ObjectNode) json.get("rhythm");
    long resultAt = rhythm.remove("resultAt").longValue();
    return resultAt == 0 ? json : json.put("resultAt", time(resultAt));
  }

  private static JsonNode avro(SpecificRecord record) {
    try {
      return JSON.readTree(record.toString());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Avro wrote no JSON", e);
    }
  }

  private static String time(Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis).toString();
  }
}
