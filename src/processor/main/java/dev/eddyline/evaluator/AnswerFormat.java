package dev.eddyline.evaluator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.judgement.Judgement;
import dev.eddyline.schema.EvaluationVerdict;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The response format of the model: its JSON schema, and a parser that validates it, since not
 * every endpoint enforces the schema.
 */
final class AnswerFormat {

  /** Maximum characters of a reason. */
  static final int MAX_REASON = 1_000;

  /** The response format sent to the endpoint. */
  static final ResponseFormat RESPONSE_FORMAT =
      ResponseFormat.builder()
          .type(ResponseFormatType.JSON)
          .jsonSchema(
              JsonSchema.builder()
                  .name("evaluation")
                  .rootElement(
                      JsonObjectSchema.builder()
                          .addEnumProperty("verdict", verdictNames())
                          .addStringProperty("reason", "one sentence, 200 characters at most")
                          .required("verdict", "reason")
                          .additionalProperties(false)
                          .build())
                  .build())
          .build();

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private AnswerFormat() {}

  private static List<String> verdictNames() {
    return Arrays.stream(EvaluationVerdict.values())
        .filter(verdict -> verdict != EvaluationVerdict.UNKNOWN)
        .map(verdict -> verdict.name().toLowerCase(Locale.ROOT))
        .toList();
  }

  /**
   * Parses the model's answer.
   *
   * @param model the name of the model
   * @throws EndpointFailedException retryable, if it violates the schema
   */
  static Judgement parse(String text, String model) {
    JsonNode answer;
    try {
      answer = JSON.readTree(text == null ? "" : text);
    } catch (JsonProcessingException noJson) {
      throw invalidAnswer("is not JSON");
    }
    if (answer == null || !answer.isObject()) {
      throw invalidAnswer("is not a JSON object");
    }
    Set<String> names = new HashSet<>();
    answer.fieldNames().forEachRemaining(names::add);
    if (!names.equals(Set.of("verdict", "reason"))) {
      throw invalidAnswer("must have verdict and reason, and no other field");
    }
    String verdict = answer.get("verdict").asText();
    if (!answer.get("verdict").isTextual() || !verdictNames().contains(verdict)) {
      throw invalidAnswer("verdict must be one of " + String.join(", ", verdictNames()));
    }
    String reason = answer.get("reason").asText();
    if (!answer.get("reason").isTextual() || reason.isBlank() || reason.length() > MAX_REASON) {
      throw invalidAnswer("reason must be text of 1 to %d characters".formatted(MAX_REASON));
    }
    return new Judgement(
        EvaluationVerdict.valueOf(verdict.toUpperCase(Locale.ROOT)), reason, model);
  }

  private static EndpointFailedException invalidAnswer(String why) {
    return EndpointFailedException.retryableFailure("the model's answer " + why);
  }
}
