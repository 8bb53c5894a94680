package dev.eddyline.evaluator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.schema.JudgedFailure;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The model's prompt: fixed instructions, and the request as data between two markers that no event
 * text can contain. All texts are redacted again.
 *
 * @param system the instructions
 * @param user the data
 */
record Prompt(String system, String user) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Redaction REDACTION = new Redaction(2_000, Redaction.SHIPPED_SECRETS);
  private static final String SYSTEM = read("evaluation-system.txt");
  private static final String USER = read("evaluation-request.txt");
  private static final String PLACE = "{data}";

  /** The prompt for a request. */
  static Prompt of(ProgressEvaluationRequest request) {
    return new Prompt(SYSTEM, USER.replace(PLACE, data(request)));
  }

  private static String read(String name) {
    try (InputStream in = Prompt.class.getResourceAsStream("/prompts/" + name)) {
      if (in == null) {
        throw new IllegalStateException("prompt " + name + " is missing on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * The request as JSON on one line; {@literal <, > and &} are escaped, so that it contains no
   * marker.
   */
  private static String data(ProgressEvaluationRequest request) {
    ObjectNode data = JSON.createObjectNode();
    text(data, "goal", request.getGoal());
    text(data, "kind", request.getKind());
    text(data, "step", request.getStep());
    request.getFailures().forEach(it -> data.withArray("failures").add(failure(it)));
    data.set("failure", failure(request.getFailure()));
    if (request.getProgressBefore() != null) {
      data.set("progressBefore", progress(request.getProgressBefore()));
    }
    data.set("progressNow", progress(request.getProgressNow()));
    try {
      return JSON.writeValueAsString(data)
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("&", "\\u0026");
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static ObjectNode failure(JudgedFailure failure) {
    ObjectNode data = JSON.createObjectNode();
    text(data, "message", failure.getMessage());
    text(data, "errorType", failure.getErrorType());
    text(data, "location", failure.getLocation());
    return data.put("at", failure.getOccurredAt().toString()).put("seen", failure.getAttempts());
  }

  private static ObjectNode progress(ProgressSnapshot progress) {
    return JSON.createObjectNode()
        .put("hasTests", progress.getHasTests())
        .put("testsTotal", progress.getTestsTotal())
        .put("testsFailing", progress.getTestsFailing())
        .put("failingShare", progress.getFailingShare())
        .put("coveragePercent", progress.getCoveragePercent())
        .put("filesCreated", progress.getFilesCreated())
        .put("dependenciesAdded", progress.getDependenciesAdded())
        .put("linesWritten", progress.getLinesWritten())
        .put("subtasksCompleted", progress.getSubtasksCompleted());
  }

  private static void text(ObjectNode data, String name, String text) {
    if (text != null) {
      data.put(name, REDACTION.apply(text));
    }
  }

  /** Length of the prompt, in characters. */
  int length() {
    return system.length() + user.length();
  }
}
