package dev.eddyline.task.scenario;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.schema.WaitingStarted;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Events of all types in which every name and text is new, and every number the same. */
public final class DistinctEvent {

  /** Types of what happens in a task, but for what makes it forget or wait. */
  public static final List<Schema> TYPES =
      AgentEvent.SCHEMA$.getField("body").schema().getTypes().stream()
          .filter(type -> !type.equals(HumanIntervened.SCHEMA$))
          .filter(type -> !type.equals(TaskCompleted.SCHEMA$))
          .filter(type -> !type.equals(UserMessage.SCHEMA$))
          .filter(type -> !type.equals(WaitingStarted.SCHEMA$))
          .toList();

  private DistinctEvent() {}

  /** An event of task {@code T1} with names and texts that contain this number. */
  public static AgentEvent of(Schema type, int number) {
    AgentEvent event = new AgentEvent();
    event.setEventId(type.getName() + number);
    event.setTaskId("T1");
    event.setAgentId("agent " + number);
    event.setOccurredAt(TaskScript.UNTIMED);
    event.setReplyRequested(false);
    event.setBody(record(type, number));
    if (event.getBody() instanceof ToolCalled call) {
      call.setRetryOf(null);
    }
    return event;
  }

  private static IndexedRecord record(Schema type, int number) {
    IndexedRecord record = AvroCopier.emptyRecord(type);
    for (Schema.Field field : type.getFields()) {
      record.put(field.pos(), value(field.name(), field.schema(), number));
    }
    return record;
  }

  private static Object value(String field, Schema schema, int number) {
    if (schema.getLogicalType() != null) {
      return EngineScenario.BEGIN;
    }
    return switch (schema.getType()) {
      case UNION -> value(field, schema.getTypes().get(1), number);
      case ENUM -> AvroCopier.enumSymbol(schema.getEnumSymbols().get(1), schema);
      case ARRAY -> List.of(value(field, schema.getElementType(), number));
      case STRING -> field + " " + number + ", " + "said at length ".repeat(20);
      case BOOLEAN -> false;
      case INT -> 7;
      case LONG -> 7L;
      case DOUBLE -> 0.5;
      default -> throw new IllegalArgumentException("no value for " + schema.getType());
    };
  }
}
