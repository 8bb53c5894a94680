package dev.eddyline.task.scenario;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Events of all types as only an enemy or a broken program writes them: whatever a field's type
 * allows, but for what is refused before any rule sees it, such as names of more than 1024
 * characters.
 */
public final class HostileEvent {

  private static final int MAX_NAME = 1_024;

  private static final List<String> TEXTS =
      List.of(
          "",
          " \t\r\n ",
          "\u0000",
          "\ud83d",
          "\ude00 before its other half \ud83d",
          "😀".repeat(700),
          "e\u0301\u0301".repeat(500),
          "日本語の応答です。".repeat(300),
          "%s %d %n $1 \\1 \\",
          "<time> <line> <redacted> …",
          "[".repeat(3_000),
          "{\"a\":".repeat(1_500),
          "{\"n\":1e999999999,\"n\":-0.0,\"m\":null}",
          "99999999999999999999 failed, 99999999999999999999999 passed",
          "1 of 0 tests failed, -3 passed, 100 %",
          "password=" + "x".repeat(2_500),
          "\u001b[31m\u001b[".repeat(300),
          "word ".repeat(2_000),
          "A->B ".repeat(800));

  /** Fields that may be of any length. */
  private static final Set<String> TEXT_FIELDS =
      Set.of(
          "goal",
          "text",
          "arguments",
          "loopKey",
          "output",
          "message",
          "errorType",
          "location",
          "stackTrace",
          "request",
          "response",
          "reason",
          "guidance",
          "kind",
          "outcome",
          "blockers",
          "completedWork");

  private static final List<Long> NUMBERS =
      List.of(Long.MIN_VALUE, -1L, 0L, 1L, 7L, (long) Integer.MAX_VALUE, Long.MAX_VALUE);

  private static final List<Double> SHARES =
      List.of(
          Double.NaN, Double.NEGATIVE_INFINITY, -1.0, -0.0, 0.5, 101.0, Double.POSITIVE_INFINITY);

  private static final List<Instant> TIMES =
      List.of(
          Instant.ofEpochMilli(Long.MIN_VALUE),
          EngineScenario.BEGIN.minus(Duration.ofDays(2)),
          EngineScenario.BEGIN.plus(Duration.ofDays(2)),
          Instant.ofEpochMilli(Long.MAX_VALUE));

  private final Random random;
  private int number;

  public HostileEvent(long seed) {
    random = new Random(seed);
  }

  /** The next event of a task: mostly of now, rarely of another time. */
  public AgentEvent next(String taskId) {
    AgentEvent event = (AgentEvent) record(AgentEvent.SCHEMA$);
    event.setEventId("h" + ++number);
    event.setTaskId(taskId);
    event.setRootTaskId(null);
    event.setSessionId(random.nextBoolean() ? "s1" : null);
    event.setOccurredAt(random.nextInt(20) == 0 ? one(TIMES) : TaskScript.UNTIMED);
    event.setTokens(random.nextBoolean() ? null : Math.abs(one(NUMBERS).intValue() / 2L));
    event.setCostUsd(random.nextBoolean() ? null : random.nextDouble());
    if (event.getBody() instanceof HumanIntervened human) {
      human.setGateId(null);
    }
    return event;
  }

  private IndexedRecord record(Schema schema) {
    IndexedRecord record = AvroCopier.emptyRecord(schema);
    for (Schema.Field field : schema.getFields()) {
      record.put(field.pos(), value(field.name(), field.schema()));
    }
    return record;
  }

  private Object value(String field, Schema schema) {
    if (schema.getLogicalType() != null) {
      return one(TIMES);
    }
    return switch (schema.getType()) {
      case UNION -> value(field, one(schema.getTypes()));
      case NULL -> null;
      case RECORD -> record(schema);
      case ENUM -> symbol(schema);
      case ARRAY -> list(field, schema.getElementType());
      case STRING -> TEXT_FIELDS.contains(field) ? text() : name();
      case BOOLEAN -> random.nextInt(4) == 0;
      case INT -> one(NUMBERS).intValue();
      case LONG -> one(NUMBERS);
      case DOUBLE -> one(SHARES);
      default -> throw new IllegalArgumentException("no hostile value for " + schema.getType());
    };
  }

  private Object symbol(Schema schema) {
    List<String> known = new ArrayList<>(schema.getEnumSymbols());
    known.remove(schema.getEnumDefault());
    return AvroCopier.enumSymbol(one(known), schema);
  }

  private List<Object> list(String field, Schema items) {
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(8) == 0 ? 200 : random.nextInt(3); i > 0; i--) {
      list.add(value(field, items));
    }
    return list;
  }

  /** One of few, so that they come again, or one of its own. */
  private String text() {
    String text = one(TEXTS);
    return random.nextInt(3) == 0 ? number + text : text;
  }

  private String name() {
    String name = random.nextInt(3) == 0 ? text() : "n" + random.nextInt(4);
    return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME);
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
