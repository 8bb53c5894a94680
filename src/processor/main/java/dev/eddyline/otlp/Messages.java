package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Messages to and from a model: a list with parts, OpenAI's form, indexed attributes, or a plain
 * text.
 */
final class Messages {

  private Messages() {}

  /** The text that a model produced, without tool calls; empty without one. */
  static Optional<String> producedText(JsonNode reported) {
    JsonNode json = Contents.parsed(reported).orElse(reported);
    if (json.isTextual()) {
      return Optional.of(json.textValue()).filter(text -> !text.isBlank());
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode message : messages(json)) {
      textOf(message).ifPresent(texts::add);
    }
    return texts.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", texts));
  }

  /** The text of the last message, if a person wrote it. */
  static Optional<String> lastUserText(JsonNode reported) {
    JsonNode json = Contents.parsed(reported).orElse(reported);
    List<JsonNode> all = messages(json);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    JsonNode last = all.get(all.size() - 1);
    boolean isOfTool = last.toString().contains("tool_call_response");
    return last.path("role").asText("user").equals("user") && !isOfTool
        ? textOf(last)
        : Optional.empty();
  }

  private static List<JsonNode> messages(JsonNode json) {
    List<JsonNode> messages = new ArrayList<>();
    if (json.isArray()) {
      json.forEach(messages::add);
    } else if (json.isObject() && isIndexed(json)) {
      messages.addAll(indexed(json));
    } else if (json.isObject()) {
      messages.add(json);
    }
    return messages;
  }

  private static boolean isIndexed(JsonNode json) {
    return !json.isEmpty() && json.fieldNames().next().matches("\\d{1,4}\\..*");
  }

  /** The messages of attributes such as {@code 0.message.content}, by index. */
  private static List<JsonNode> indexed(JsonNode flat) {
    Map<Integer, ObjectNode> byIndex = new TreeMap<>();
    flat.properties()
        .forEach(
            field -> {
              String[] parts = field.getKey().split("\\.", 2);
              if (parts.length == 2 && parts[0].matches("\\d{1,4}")) {
                String key = parts[1].replaceFirst("^message\\.", "");
                byIndex
                    .computeIfAbsent(
                        Integer.valueOf(parts[0]), index -> JsonNodeFactory.instance.objectNode())
                    .set(
                        key.matches("contents\\.\\d+\\.message_content\\.text") ? "content" : key,
                        field.getValue());
              }
            });
    return List.copyOf(byIndex.values());
  }

  private static Optional<String> textOf(JsonNode message) {
    if (message.isTextual()) {
      return present(message.textValue());
    }
    for (String field : List.of("parts", "content", "text", "message")) {
      JsonNode value = message.path(field);
      if (value.isTextual()) {
        return present(value.textValue());
      }
      if (value.isArray()) {
        return present(join(value));
      }
      if (value.isObject()) {
        return textOf(value);
      }
    }
    return Optional.empty();
  }

  private static String join(JsonNode parts) {
    List<String> texts = new ArrayList<>();
    for (JsonNode part : parts) {
      String type = part.path("type").asText("text");
      JsonNode text = part.path(part.has("content") ? "content" : "text");
      if (type.equals("text") && text.isTextual() && !text.textValue().isBlank()) {
        texts.add(text.textValue());
      }
    }
    return String.join("\n", texts);
  }

  private static Optional<String> present(String text) {
    return Optional.of(text).filter(it -> !it.isBlank() && !Hidden.isHidden(TextNode.valueOf(it)));
  }
}
