package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import dev.eddyline.access.TokenFiles;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Setting;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopVerdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A decision with guidance reaches the agents on each way, also if the processor restarts before
 * their next event, and with a real broker and registry.
 */
@Tag(TestTags.CONSOLE)
class DecisionAfterRestartIT {

  private static final String TOKEN = "a-token-of-the-restart";
  private static final String CLAUDE = "session of Claude Code";
  private static final String GEMINI = "session of Gemini CLI";
  private static final String POSTED = "posted";
  private static final String NATIVE = "native";
  private static final List<String> TASKS = List.of(CLAUDE, GEMINI, POSTED, NATIVE);
  private static final String GUIDANCE = "another way";
  private static final String TEXT = "A person approved: go on. Guidance: " + GUIDANCE;

  private ApiClient agent;
  private EventFeed feed;

  private static InProcessConsole start(String prefix, Path stateDir) {
    return new InProcessConsole(
        prefix,
        Map.of(
            Setting.STATE_DIR.key(),
            stateDir.toString(),
            Setting.HTTP_TOKENS.key(),
            TokenFiles.of(TOKEN, "ingest")));
  }

  private static void awaitReady(InProcessConsole console) {
    await().until(() -> console.health().get("/health/ready").status() == 200);
  }

  private void openGateAndDecide(String task) {
    for (int failure = 1; failure <= 3; failure++) {
      feed.send(JsonEvents.failure(task, "same"));
    }
    await().until(() -> feed.gatesOf(task).size() == 1);
    feed.decide(task, JsonEvents.approval(task, feed.newestGateIdOf(task)));
    await()
        .until(() -> feed.gatesOf(task).stream().anyMatch(it -> it.getState() == GateState.CLOSED));
  }

  /** The answer with a verdict: where none came in time, the same event is sent again. */
  private JsonNode postUntilVerdict(String path, String body) {
    return await()
        .until(
            () -> agent.post(path, body, "Content-Type", "application/json"),
            it -> it.status() == 200)
        .json();
  }

  private JsonNode claude(String hook, String more) {
    return postUntilVerdict(
        "/api/v1/hooks/claude-code?wait=10000&closed=true",
        """
        {"session_id":"%s","hook_event_name":"%s","tool_name":"Bash","tool_use_id":"t1",
         "tool_input":{"command":"npm test"}%s}"""
            .formatted(CLAUDE, hook, more));
  }

  private JsonNode gemini() {
    return postUntilVerdict(
        "/api/v1/hooks/gemini-cli?wait=10000&closed=true",
        """
        {"session_id":"%s","hook_event_name":"BeforeTool","tool_name":"run_shell_command",
         "tool_input":{"command":"npm test"},"timestamp":"%s"}"""
            .formatted(GEMINI, Instant.now()));
  }

  private static String call(String task, String id) {
    return """
        {"taskId":"%s","eventId":"%s","type":"tool_called","tool":"Bash","callId":"%2$s",
         "arguments":"{}","replyRequested":true}"""
        .formatted(task, id);
  }

  private JsonNode posted(String id) {
    return postUntilVerdict("/api/v1/events", call(POSTED, id));
  }

  private LoopVerdict verdict(String id) {
    AgentEvent event = JsonEvents.json(call(NATIVE, id));
    feed.send(event);
    await()
        .until(() -> feed.verdictsOf(NATIVE).stream().anyMatch(it -> it.getEventId().equals(id)));
    return feed.verdictsOf(NATIVE).stream()
        .filter(it -> it.getEventId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDecisionReachesEachAgentAfterARestart_andNoLongerWhenItWentOn(
      boolean hasStateDirectory, @TempDir Path directory) {
    // Given
    String prefix = hasStateDirectory ? "decision-reused-" : "decision-restored-";
    TestCluster cluster = TestCluster.shared();
    var topics = cluster.createTopics(prefix, 4);
    try (EventFeed open = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      feed = open;
      try (InProcessConsole before = start(prefix, directory.resolve("before"))) {
        awaitReady(before);
        TASKS.forEach(this::openGateAndDecide);
      }
      Path state = directory.resolve(hasStateDirectory ? "before" : "empty");

      // When
      try (InProcessConsole after = start(prefix, state)) {
        awaitReady(after);
        agent = after.client(TOKEN);

        // Then
        JsonNode called = claude("PreToolUse", "").path("hookSpecificOutput");
        assertThat(called.path("additionalContext").asText()).endsWith(TEXT);
        assertThat(called.has("permissionDecision")).isFalse();
        JsonNode denied = gemini();
        assertThat(denied.path("decision").asText()).isEqualTo("deny");
        assertThat(denied.path("reason").asText()).endsWith(TEXT);
        JsonNode reply = posted("p-1");
        assertThat(reply.path("decision").asText()).isEqualTo("approve");
        assertThat(reply.path("guidance").asText()).isEqualTo(GUIDANCE);
        assertThat(reply.path("text").asText()).isEqualTo(TEXT);
        assertThat(verdict("n-1"))
            .extracting(LoopVerdict::getDecision, LoopVerdict::getGuidance, LoopVerdict::getText)
            .containsExactly(Decision.APPROVE, GUIDANCE, TEXT);

        // When: each agent goes on
        JsonNode returned = claude("PostToolUse", ",\"tool_response\":\"all passed\"");
        JsonNode calledAgain = gemini();
        JsonNode next = posted("p-2");

        // Then
        assertThat(returned).isEmpty();
        assertThat(calledAgain).isEmpty();
        assertThat(next.path("guidance").isTextual()).isFalse();
        assertThat(verdict("n-2").getGuidance()).isNull();
        assertThat(feed.verdicts())
            .filteredOn(it -> it.getGuidance() != null)
            .extracting(LoopVerdict::getTaskId)
            .containsExactlyInAnyOrderElementsOf(TASKS);
      }
    }
  }
}
