package dev.eddyline.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.hooks.HookAgent;
import dev.eddyline.hooks.HookCall;
import dev.eddyline.hooks.HookInstruction;
import dev.eddyline.hooks.HookTarget;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Tests the set-up of an agent's hooks: sends an invented session until a loop is recognised, and
 * prints each step. It ends before the default policy opens a gate, and completes its task.
 */
final class HookCheck {

  /** Most equal failures; the default policy gives a hint after the second, no gate before 4. */
  private static final int MAX_CALLS = 3;

  private static final int WAIT_MILLIS = 5_000;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final HookAgent agent;
  private final String url;
  private final Optional<String> token;
  private final InstantSource clock;
  private final PrintWriter out;

  /** A step that failed: what is wrong, and what to do. */
  private static final class FailedStepException extends Exception {
    private static final long serialVersionUID = 1L;

    FailedStepException(String problem) {
      super(problem);
    }
  }

  /** A test of this agent's hooks, with this token if the server needs one. */
  HookCheck(
      HookAgent agent, String url, Optional<String> token, InstantSource clock, PrintWriter out) {
    this.agent = agent;
    this.url = new HookTarget(url, true, false).base();
    this.token = token.filter(it -> !it.isBlank());
    this.clock = clock;
    this.out = out;
  }

  /** Runs the test; returns whether the hooks work. */
  boolean run() {
    try {
      String session = session(readCaller());
      try {
        sendCalls(session);
      } finally {
        complete(session);
      }
      print(
          "result",
          "Eddyline evaluates hooks of %s. Now let the agent call a tool".formatted(agent.name()));
      return true;
    } catch (FailedStepException failed) {
      print("failed", failed.getMessage());
      return false;
    }
  }

  private void print(String step, String text) {
    out.println(step + ": " + Printable.escape(text));
    out.flush();
  }

  /** Prints whether the server is there and accepts the token; returns what the caller may do. */
  private JsonNode readCaller() throws FailedStepException {
    HttpResponse<String> response = send(request("/api/v1/session").GET());
    print("reachable", "yes, " + url);
    if (response.statusCode() == 401) {
      throw new FailedStepException(
          "the server does not know the token in EDDYLINE_TOKEN. Make one:"
              + " ./eddyline token NAME --roles ingest");
    }
    JsonNode caller = json(response.body());
    if (response.statusCode() != 200 || !caller.path("roles").isArray()) {
      throw new FailedStepException(
          "%s is not Eddyline: it answered %d. Correct --url"
              .formatted(url, response.statusCode()));
    }
    List<String> roles = new ArrayList<>();
    caller.get("roles").forEach(role -> roles.add(role.asText()));
    if (caller.path("requiresToken").asBoolean()) {
      throw new FailedStepException(
          "the server needs a token. Make one with the role ingest, and export it as EDDYLINE_TOKEN");
    }
    if (!roles.contains("ingest")) {
      throw new FailedStepException(
          "the token has the roles %s, and hooks need the role ingest".formatted(roles));
    }
    print(
        "token",
        caller.path("token").isNull()
            ? "none is needed"
            : "accepted, roles " + String.join(", ", roles));
    return caller;
  }

  private String session(JsonNode caller) {
    return "%seddyline-hook-test-%s-%d"
        .formatted(caller.path("taskPrefix").asText(""), agent.name(), clock.millis());
  }

  private void sendCalls(String session) throws FailedStepException {
    boolean isFirst = true;
    for (int call = 1; call <= MAX_CALLS; call++) {
      for (ObjectNode hook : agent.failingCall(session, call)) {
        long start = System.nanoTime();
        JsonNode answer = post(hook);
        if (isFirst) {
          long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
          print("events", "accepted, as task " + session);
          print("verdict", "came after %d ms".formatted(millis));
          isFirst = false;
        }
        if (!answer.equals(emptyAnswer(hook))) {
          print("loop", "recognised after %d equal failures: %s".formatted(call, answer));
          return;
        }
      }
    }
    String invisible =
        switch (agent.resultHooks()) {
          case ANSWERED ->
              throw new FailedStepException(
                  ("no loop was recognised after %d equal failures. The policy of the workflow %s"
                          + " may need more; see ./eddyline policy show")
                      .formatted(MAX_CALLS, agent.name()));
          case OBSERVED -> "its hooks take no text after a tool. Only an open gate would show";
          case NONE -> "its hooks show no results. Equal calls alone prove no loop";
        };
    print("loop", "not tested: %s. The test opens no gate".formatted(invisible));
  }

  private JsonNode emptyAnswer(ObjectNode hook) {
    HookCall call = HookCall.read(hook.toString(), Optional.empty(), clock.instant());
    return agent.answer(call, HookInstruction.NOTHING);
  }

  private JsonNode post(ObjectNode hook) throws FailedStepException {
    String path = "/api/v1/hooks/%s?closed=true&wait=%d".formatted(agent.name(), WAIT_MILLIS);
    HttpResponse<String> response =
        send(request(path).POST(HttpRequest.BodyPublishers.ofString(hook.toString())));
    if (response.statusCode() == 200) {
      return json(response.body());
    }
    String error = json(response.body()).path("error").asText("");
    String remedy =
        switch (response.statusCode()) {
          case 403 -> ". Use a token that covers these tasks";
          case 404 -> ". The server does not know this tool: update it";
          case 429 -> ". Wait a minute, or raise the token's quota";
          case 503 -> ". Check that Kafka is available: /health/ready says more";
          case 504 -> ". Check that the processor runs: ./eddyline run";
          default -> "";
        };
    throw new FailedStepException(
        "the hook was answered %d: %s%s".formatted(response.statusCode(), error, remedy));
  }

  /** Completes the task, so that it does not count as looping. */
  private void complete(String session) {
    ObjectNode event =
        JSON.createObjectNode()
            .put("type", "task_completed")
            .put("taskId", session)
            .put("workflow", agent.name())
            .put("outcome", "success");
    int status;
    try {
      status =
          send(request("/api/v1/events")
                  .POST(HttpRequest.BodyPublishers.ofString(event.toString())))
              .statusCode();
    } catch (FailedStepException unavailable) {
      status = 0;
    }
    if (status != 200 && status != 202) {
      print("warning", "the task %s could not be completed".formatted(session));
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(REQUEST_TIMEOUT)
            .header("Content-Type", "application/json");
    token.ifPresent(it -> request.header("Authorization", "Bearer " + it));
    return request;
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws FailedStepException {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException unavailable) {
      throw new FailedStepException(
          "%s does not answer (%s). Start Eddyline, or correct --url".formatted(url, unavailable));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new FailedStepException("interrupted");
    }
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException notJson) {
      return JSON.createObjectNode();
    }
  }
}
