package dev.eddyline.outcome;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes the envelope of a tool's result: JSON with output and exit code, content of the Model
 * Context Protocol, tags, a line with the exit code.
 */
final class EnvelopeReader {

  /** Maximum characters of a result that is parsed as JSON; a longer one is a text. */
  private static final int MAX_JSON = 131_072;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Fields of JSON that have all of the text: their names say nothing of it. */
  private static final Set<String> BODIES =
      Set.of(
          "stdout", "stderr", "output", "text", "content", "result", "message", "error", "detail");

  private static final Set<String> EXIT_CODES =
      Set.of("exitcode", "exit_code", "exit_status", "returncode", "return_code", "rc");

  private static final Set<String> HTTP_CODES =
      Set.of("status", "statuscode", "status_code", "code");
  private static final Set<String> SUCCESSES = Set.of("ok", "success", "succeeded");
  private static final Set<String> ERRORS = Set.of("error", "errors", "iserror", "is_error");

  private static final Pattern TAG =
      Pattern.compile(
          "(?i)</?(?:output|stdout|stderr|result|returncode|exit_code|error|tool_use_error|system)(?: [^<>\n]{0,80})?>");

  private static final Pattern ERROR_TAG = Pattern.compile("(?i)<(?:tool_use_error|error)>");

  private static final Pattern EXIT_CODE =
      Pattern.compile(
          "(?im)<(?:returncode|exit_code)>\\s*(?<tagged>-?\\d+)\\s*</(?:returncode|exit_code)>"
              + "|^\\W{0,3}(?:command )?(?:exit(?:ed)?(?: with)?[ _]?(?:code|status)|return ?code)"
              + "\\W{0,3}(?<line>-?\\d+)\\W*$");

  private EnvelopeReader() {}

  /** The result without its envelope. */
  static OpenedResult open(String output) {
    String text = output.strip();
    if (text.length() <= MAX_JSON && (text.startsWith("{") || text.startsWith("["))) {
      try {
        return new Fields().read(JSON.readTree(text));
      } catch (JsonProcessingException notJson) {
        // a text
      }
    }
    return openText(text);
  }

  private static OpenedResult openText(String text) {
    boolean failed = ERROR_TAG.matcher(text).find();
    Matcher code = EXIT_CODE.matcher(text);
    while (code.find()) {
      String number = code.group("tagged") == null ? code.group("line") : code.group("tagged");
      failed |= !number.matches("0+");
    }
    String plain = TAG.matcher(EXIT_CODE.matcher(text).replaceAll("")).replaceAll("\n").strip();
    return new OpenedResult(withoutSilence(plain), failed, false);
  }

  private static String withoutSilence(String text) {
    return text.lines().limit(2).count() == 1 && OutcomeWords.SHIPPED.silences().areIn(text)
        ? ""
        : text;
  }

  /** Collects the fields of a result in JSON. */
  private static final class Fields {

    private final StringBuilder text = new StringBuilder();
    private boolean saysFailed;
    private boolean hasImage;

    OpenedResult read(JsonNode json) {
      add("", json);
      String all = withoutSilence(text.toString().strip());
      return new OpenedResult(all, saysFailed, hasImage && all.isEmpty());
    }

    private void add(String name, JsonNode value) {
      if (value.isObject()) {
        boolean isImage = value.path("type").asText().equals("image");
        hasImage |= isImage;
        if (!isImage) {
          value.properties().forEach(field -> addField(field.getKey(), field.getValue(), value));
        }
      } else if (value.isArray()) {
        value.forEach(element -> add(name, element));
      } else if (!value.isNull() && !value.asText().isBlank()) {
        text.append(name.isEmpty() ? "" : name + ": ").append(value.asText()).append('\n');
      }
    }

    private void addField(String name, JsonNode value, JsonNode parent) {
      String lower = name.toLowerCase(Locale.ROOT);
      if (EXIT_CODES.contains(lower) && value.isNumber()) {
        saysFailed |= value.asInt() != 0;
      } else if (!lower.equals("type") || !parent.path("text").isTextual()) {
        saysFailed |= isFailure(lower, value);
        add(BODIES.contains(lower) ? "" : name, value);
      }
    }

    private static boolean isFailure(String name, JsonNode value) {
      if (SUCCESSES.contains(name)) {
        return value.isBoolean() && !value.booleanValue();
      }
      if (HTTP_CODES.contains(name)) {
        return value.isInt() && value.intValue() >= 400 && value.intValue() < 600;
      }
      boolean isSet =
          value.isBoolean() && value.booleanValue()
              || value.isTextual() && !value.asText().isBlank()
              || value.isContainerNode() && !value.isEmpty();
      return ERRORS.contains(name) && isSet;
    }
  }
}
