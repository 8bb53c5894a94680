package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Event names of log records: a field of OTLP, an attribute, or the body of older SDKs. */
final class LogNames {

  private static final int LONGEST_NAME = 100;

  private LogNames() {}

  /** The event name; empty for a log record without one. */
  static String name(String eventName, Map<String, JsonNode> attributes, JsonNode body) {
    if (!eventName.isEmpty()) {
      return eventName;
    }
    JsonNode attribute = attributes.get("event.name");
    if (body.isTextual() && isName(body.textValue())) {
      String text = body.textValue();
      // Claude Code: body claude_code.tool_result, attribute tool_result
      return attribute == null || text.endsWith(attribute.asText()) ? text : attribute.asText();
    }
    return attribute == null ? "" : attribute.asText();
  }

  private static boolean isName(String text) {
    return text.length() <= LONGEST_NAME
        && text.indexOf('.') > 0
        && text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '.' || c == '_');
  }
}
