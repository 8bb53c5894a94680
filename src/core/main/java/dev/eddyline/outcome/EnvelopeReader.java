package dev.eddyline.outcome;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.text.NextCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes the envelope of a tool's result: JSON with output and exit code, content of the Model
 * Context Protocol, tags around the text, a line with the exit code.
 */
final class EnvelopeReader {

  /** Maximum characters of a result that is parsed as JSON; a longer one is a text. */
  private static final int MAX_JSON = 131_072;

  /** Lines at each end of a text that may have the exit code. */
  private static final int EDGE_LINES = 2;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Fields of JSON that have all of the text: their names say nothing of it. */
  private static final Set<String> BODIES =
      Set.of(
          "stdout", "stderr", "output", "text", "content", "result", "data", "message", "error",
          "detail");

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
          "(?i)<(?:returncode|exit_code)>\\s{0,3}(?<tagged>-?\\d{1,9})\\s{0,3}</(?:returncode|exit_code)>"
              + "|\\W{0,3}(?:command |process )?(?:exit(?:ed)?(?: with)?[ _]?(?:code|status)|return ?code)"
              + "\\W{0,3}(?<line>-?\\d{1,9})\\b.{0,80}");

  private EnvelopeReader() {}

  /** The result without its envelope. */
  static OpenedResult open(String output) {
    String text = NextCall.removeFrom(output).strip();
    return parse(text).map(json -> new Fields().read(json)).orElseGet(() -> openText(text));
  }

  private static Optional<JsonNode> parse(String text) {
    if (text.length() > MAX_JSON || !(text.startsWith("{") || text.startsWith("["))) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(text));
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }

  private static OpenedResult openText(String text) {
    boolean failed = ERROR_TAG.matcher(text).lookingAt();
    List<String> kept = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int index = 0; index < lines.size(); index++) {
      boolean isEdge = index < EDGE_LINES || index >= lines.size() - EDGE_LINES;
      Matcher code = EXIT_CODE.matcher(lines.get(index));
      if (isEdge && code.matches()) {
        String number = code.group("tagged") == null ? code.group("line") : code.group("tagged");
        failed |= Integer.parseInt(number) != 0;
      } else {
        kept.add(lines.get(index));
      }
    }
    String plain =
        kept.size() == lines.size() && text.indexOf('\r') < 0 ? text : String.join("\n", kept);
    boolean isTagged = text.startsWith("<") && TAG.matcher(text).lookingAt();
    return OpenedResult.ofText(
        withoutSilence((isTagged ? TAG.matcher(plain).replaceAll("\n") : plain).strip()), failed);
  }

  private static String withoutSilence(String text) {
    return text.indexOf('\n') < 0 && OutcomeWords.SHIPPED.silences().areIn(text) ? "" : text;
  }

  /** Collects the fields of a result in JSON. */
  private static final class Fields {

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder statements = new StringBuilder();
    private boolean saysFailed;
    private boolean saysEmpty;
    private boolean hasImage;
    private boolean isNested;

    OpenedResult read(JsonNode json) {
      saysEmpty = json.isEmpty();
      add("", json, true);
      String all = withoutSilence(text.toString().strip());
      return OpenedResult.of(
          all,
          all.isEmpty() ? "" : statements.toString(),
          saysFailed,
          saysEmpty,
          hasImage && all.isEmpty());
    }

    /**
     * Adds a value.
     *
     * @param isWhole whether it says something about the whole, not about an element of a list
     */
    private void add(String name, JsonNode value, boolean isWhole) {
      if (value.isObject()) {
        addObject(value, isWhole);
      } else if (value.isArray()) {
        saysEmpty |= isWhole && value.isEmpty();
        for (JsonNode element : value) {
          add(name, element, isWhole && isContent(element));
        }
      } else if (!value.isNull() && !value.asText().isBlank()) {
        addScalar(name, value, isWhole);
      }
    }

    private void addObject(JsonNode object, boolean isWhole) {
      if (object.path("type").asText().equals("image")) {
        hasImage = true;
        return;
      }
      object
          .properties()
          .forEach(
              field -> {
                String name = field.getKey().toLowerCase(Locale.ROOT);
                boolean isFlag =
                    isWhole && addFlag(name, field.getValue())
                        || name.equals("type") && isContent(object);
                if (!isFlag) {
                  add(BODIES.contains(name) ? "" : field.getKey(), field.getValue(), isWhole);
                }
              });
    }

    /** An element of the content of the Model Context Protocol. */
    private static boolean isContent(JsonNode element) {
      return element.path("type").isTextual()
          && (element.path("text").isTextual() || element.path("type").asText().equals("image"));
    }

    private void addScalar(String name, JsonNode value, boolean isWhole) {
      Optional<JsonNode> nested =
          name.isEmpty() && isWhole && !isNested && value.isTextual()
              ? parse(value.textValue().strip())
              : Optional.empty();
      if (nested.isPresent()) {
        saysEmpty |= nested.get().isEmpty();
        isNested = true;
        add("", nested.get(), true);
        isNested = false;
        return;
      }
      String label = name.isEmpty() ? "" : name + ": ";
      text.append(label).append(value.asText()).append('\n');
      if (isWhole && value.isTextual()) {
        statements.append(label).append(value.textValue()).append('\n');
      }
    }

    /** Takes a field that says how the call went; returns whether it says nothing else. */
    private boolean addFlag(String name, JsonNode value) {
      boolean isExitCode = EXIT_CODES.contains(name);
      saysFailed |= isExitCode ? isNonzero(value) : isFailure(name, value);
      saysEmpty |=
          value.isInt() && value.intValue() == 0 && OutcomeWords.SHIPPED.counts().areAllOf(name);
      return isExitCode || value.isBoolean();
    }

    private static boolean isNonzero(JsonNode code) {
      return code.isNumber() && code.asInt() != 0
          || code.isTextual() && code.textValue().matches("-?0*[1-9]\\d{0,8}");
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
