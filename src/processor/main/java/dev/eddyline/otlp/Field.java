package dev.eddyline.otlp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The values that are looked for in a span or log record. */
enum Field {
  TASK("task"),
  SUBAGENT("subagent"),
  WORKFLOW("workflow"),
  AGENT("agent"),
  TOOL("tool"),
  CALL_ID("callId"),
  ARGUMENTS("arguments"),
  OUTPUT("output"),
  TEXT("text"),
  INPUT("input"),
  PROMPT("prompt"),
  PROMPT_ID("promptId"),
  RESPONSE_ID("responseId"),
  STEP("step"),
  NODE("node"),
  ORIGIN("origin"),
  TARGET("target"),
  FAILURE("failure"),
  FAILURE_CODE("failureCode"),
  SUCCEEDED("succeeded"),
  DURATION_MILLIS("durationMillis"),
  INPUT_TOKENS("inputTokens"),
  OUTPUT_TOKENS("outputTokens"),
  TOTAL_TOKENS("totalTokens"),
  COST("cost");

  private final String key;

  Field(String key) {
    this.key = key;
  }

  /** Its key in the mapping's file. */
  String key() {
    return key;
  }

  /** Whether its value is a text of any length, not a name or an id. */
  boolean isContent() {
    return this == PROMPT || this == FAILURE;
  }

  /** All keys. */
  static List<String> keys() {
    return Arrays.stream(values()).map(Field::key).toList();
  }

  static Optional<Field> ofKey(String key) {
    return Arrays.stream(values()).filter(field -> field.key.equals(key)).findFirst();
  }
}
