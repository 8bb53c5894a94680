package dev.eddyline.agents;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A tool's result as text, and whether a shell command failed. */
public final class ToolResultText {

  private static final List<String> STREAMS =
      List.of("stdout", "stderr", "output", "text_result_for_llm", "textResultForLlm");

  /** Exit code in the output that a shell tool gives its model. */
  private static final Pattern EXIT_CODE =
      Pattern.compile(
          "(?mi)^(?:(?:process |command )?exited with code|exit code|<(?:[^<>\\n]{1,80} )?with exit code)"
              + ":? (-?\\d{1,10})\\b");

  private static final List<String> EXIT_CODES =
      List.of("/exit_code", "/exitCode", "/metadata/exit_code", "/metadata/exit");

  private ToolResultText() {}

  /** The text of a result: a string, the streams of a command, text blocks, or else its JSON. */
  public static String of(JsonNode result) {
    if (result.isTextual()) {
      return result.textValue();
    }
    List<String> streams =
        STREAMS.stream()
            .map(result::path)
            .filter(JsonNode::isTextual)
            .map(JsonNode::textValue)
            .toList();
    if (!streams.isEmpty()) {
      return String.join("\n", streams.stream().filter(it -> !it.isEmpty()).toList());
    }
    JsonNode blocks = result.isArray() ? result : result.path("content");
    List<String> texts = new ArrayList<>();
    blocks.forEach(block -> texts.add(block.path("text").asText("")));
    boolean areTexts = !texts.isEmpty() && texts.stream().noneMatch(String::isEmpty);
    return areTexts ? String.join("\n", texts) : result.toString();
  }

  /** Whether a shell command ended with another exit code than 0, as far as its result says. */
  public static boolean isFailedCommand(JsonNode result) {
    Stream<JsonNode> codes = EXIT_CODES.stream().map(result::at).filter(JsonNode::isInt);
    return codes.anyMatch(code -> code.intValue() != 0) || isFailedCommand(of(result));
  }

  private static boolean isFailedCommand(String text) {
    Matcher code = EXIT_CODE.matcher(text);
    return code.find() && Long.parseLong(code.group(1)) != 0;
  }
}
