package dev.eddyline.sessions.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.yaml.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Texts and tool calls of records, in the forms that several agents share. */
final class RecordText {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int MAX_TOOL_NAME_LENGTH = 200;

  private RecordText() {}

  /** A text, or the texts of content blocks; a block of another kind is its type in brackets. */
  static String of(JsonNode content) {
    if (content.isTextual()) {
      return content.textValue();
    }
    if (!content.isArray()) {
      return content.isMissingNode() || content.isNull() ? "" : content.toString();
    }
    List<String> parts = new ArrayList<>();
    for (JsonNode block : content) {
      JsonNode text = block.isTextual() ? block : block.path("text");
      parts.add(text.isTextual() ? text.textValue() : "[" + block.path("type").asText("?") + "]");
    }
    return String.join("\n", parts);
  }

  /** Only the texts of content blocks, or the text itself. */
  static String onlyTexts(JsonNode content) {
    if (!content.isArray()) {
      return content.asText("");
    }
    List<String> texts = new ArrayList<>();
    content.forEach(
        block -> {
          if (block.path("text").isTextual()) {
            texts.add(block.path("text").textValue());
          }
        });
    return String.join("\n", texts);
  }

  /** Arguments, which some agents write as JSON within a text. */
  static JsonNode parsed(JsonNode arguments) {
    return arguments.isTextual()
        ? embeddedObject(arguments.textValue()).orElse(arguments)
        : arguments;
  }

  /** JSON within a text, if the text is a JSON object. */
  static Optional<JsonNode> embeddedObject(String text) {
    if (!text.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(text)).filter(JsonNode::isObject);
    } catch (JsonProcessingException plainText) {
      return Optional.empty();
    }
  }

  /** A tool call. Models invent names, which need not be valid names of events. */
  static ToolUse toolUse(String callId, String tool, Optional<JsonNode> input) {
    String name = Printable.escape(tool);
    return new ToolUse(
        Optional.of(callId),
        name.length() > MAX_TOOL_NAME_LENGTH ? name.substring(0, MAX_TOOL_NAME_LENGTH) : name,
        input);
  }
}
