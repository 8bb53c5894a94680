package dev.eddyline.otlp;

import dev.eddyline.schema.AgentEvent;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Events as lines of text: type, id, task, agent, and the fields that are set. */
final class EventLines {

  /** The id of a log record without an id of its own: its time and a hash. */
  private static final Pattern TIME_AND_HASH = Pattern.compile("(\\d{13}):[0-9a-f]{32}");

  private EventLines() {}

  static List<String> lines(List<AgentEvent> events) {
    return events.stream().map(EventLines::line).toList();
  }

  /** One event; an id of time and hash is {@code $SECONDS} after the start. */
  static String line(AgentEvent event) {
    SpecificRecord body = (SpecificRecord) event.getBody();
    StringBuilder line = new StringBuilder();
    line.append(snakeCase(body.getSchema().getName()))
        .append(' ')
        .append(TIME_AND_HASH.matcher(event.getEventId()).replaceAll(it -> seconds(it.group(1))))
        .append(" task=")
        .append(event.getTaskId());
    if (event.getRootTaskId() != null) {
      line.append(" root=").append(event.getRootTaskId());
    }
    line.append(" agent=").append(event.getAgentId());
    for (Schema.Field field : body.getSchema().getFields()) {
      append(line, field.name(), body.get(field.pos()));
    }
    append(line, "tokens", event.getTokens());
    append(line, "cost", event.getCostUsd());
    return line.toString();
  }

  private static void append(StringBuilder line, String name, Object value) {
    boolean isNoise = List.of("callId", "started", "ended", "stackTrace").contains(name);
    boolean isResponseStep = name.equals("step") && line.indexOf("response_produced") == 0;
    boolean isHandover = name.equals("reason") && line.indexOf("transition") == 0;
    if (value == null || value.equals(false) || isNoise || isResponseStep || isHandover) {
      return;
    }
    line.append(' ').append(name).append(value.equals(true) ? "" : "=" + value);
  }

  private static String seconds(String millis) {
    long since = Long.parseLong(millis) - OtlpFixtures.START.toEpochMilli();
    return "\\$" + since / 1000;
  }

  private static String snakeCase(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }
}
