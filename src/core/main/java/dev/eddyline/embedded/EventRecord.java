package dev.eddyline.embedded;

import dev.eddyline.json.EventTime;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.BadInputException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** An event as a program built it: its setters and constructors accept what its schema does not. */
final class EventRecord {

  /** Later events would make all that follow late. */
  private static final Instant LATEST = InProcessEngine.NO_CLAMP;

  private EventRecord() {}

  /**
   * Checks what the schema requires.
   *
   * @throws BadInputException that names all required fields that are null, and a body of no known
   *     type
   */
  static void check(AgentEvent event) {
    List<String> problems = new ArrayList<>();
    addMissing("", event, problems);
    addBodyProblem(event, problems);
    addTimeProblem(event.getOccurredAt(), problems);
    if (!problems.isEmpty()) {
      throw new BadInputException(String.join("; ", problems));
    }
  }

  private static void addMissing(String path, IndexedRecord record, List<String> problems) {
    for (Field field : record.getSchema().getFields()) {
      if (record.get(field.pos()) == null && !field.schema().isNullable()) {
        problems.add(path + field.name() + " is required");
      }
    }
  }

  private static void addBodyProblem(AgentEvent event, List<String> problems) {
    Object body = event.getBody();
    List<String> types =
        event.getSchema().getField("body").schema().getTypes().stream()
            .map(Schema::getName)
            .toList();
    if (body instanceof IndexedRecord record && types.contains(record.getSchema().getName())) {
      addMissing(record.getSchema().getName() + ".", record, problems);
    } else if (body != null) {
      problems.add(
          "body must be one of %s, was %s"
              .formatted(String.join(", ", types), body.getClass().getName()));
    }
  }

  private static void addTimeProblem(@Nullable Instant time, List<String> problems) {
    if (time != null && (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST))) {
      problems.add(
          "occurredAt must be %s to %s, was %s".formatted(EventTime.EARLIEST, LATEST, time));
    }
  }
}
