package dev.eddyline.console;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.access.TokenFiles;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.cli.CommandRun;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.hooks.ClaudeCodeRun;
import dev.eddyline.json.EventWriter;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.input.EventEncoding;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * One run of 44 events with two loops, published in each way to a running processor over a real
 * broker: it has the same verdicts, and three ways at once have them once.
 */
class SameVerdictsIT {

  private static final String PREFIX = "same-verdicts-";
  private static final String TOKEN = "a-token-of-every-way";
  private static final String JSON = "application/json";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Before now, so that hooks, whose time is that of their receipt, come in its order. */
  private static final Instant START =
      Instant.now().minus(5, ChronoUnit.MINUTES).truncatedTo(ChronoUnit.MILLIS);

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(
          PREFIX,
          Map.of(
              "http.tokens",
              TokenFiles.of(TOKEN, "ingest"),
              "otlp.port",
              "0",
              "otlp.delay",
              "0.5s"));

  private final EventFeed feed = CONSOLE.feed();
  private final ApiClient agent = CONSOLE.served().client(TOKEN);

  @TempDir private Path folder;

  private static ClaudeCodeRun run(String session) {
    return new ClaudeCodeRun(session, START);
  }

  private void onKafka(ClaudeCodeRun run, EventEncoding encoding, ReplyKind reply) {
    for (AgentEvent event : run.events(reply)) {
      byte[] value = encoding.value(it -> feed.encode(TopicRole.AGENT_EVENTS, it), event);
      feed.publish(run.session(), value, encoding.headers(event));
    }
  }

  private void overHttp(ClaudeCodeRun run) {
    EventWriter writer = new EventWriter();
    String lines =
        run.events(ReplyKind.REQUESTED).stream()
            .map(event -> writer.tree(event).without("eventId").toString())
            .collect(Collectors.joining("\n"));
    int status =
        untilAvailable(
            () -> agent.post("/api/v1/events", lines, "Content-Type", JSON).status(), it -> it);
    assertThat(status).isIn(200, 202);
  }

  private void hook(ClaudeCodeRun.TimedHook hook) {
    String path = "/api/v1/hooks/claude-code?wait=10000&closed=true";
    await()
        .atMost(LIMIT)
        .until(() -> agent.post(path, hook.json(), "Content-Type", JSON).status() == 200);
  }

  private void span(String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(CONSOLE.served().otlp() + "/v1/traces"))
            .POST(BodyPublishers.ofString(body))
            .headers("Content-Type", JSON, "Authorization", "Bearer " + TOKEN)
            .build();
    HttpClient client = HttpClient.newHttpClient();
    assertThat(
            untilAvailable(
                () -> client.send(request, BodyHandlers.discarding()).statusCode(), it -> it))
        .isEqualTo(200);
  }

  private void sessionFile(ClaudeCodeRun run) {
    TestCluster cluster = TestCluster.shared();
    List<String> to =
        List.of(
            "--bootstrap",
            cluster.bootstrap(),
            "--registry",
            cluster.registryUrl(),
            "--set",
            "topic.prefix=" + PREFIX);
    CommandRun imported = CommandRun.of(to, "import", run.sessionFile(folder).toString());
    assertThat(imported.code()).as(imported.err()).isEqualTo(ExitCode.OK);
  }

  /** Type, counts, action, target and evidence of each verdict of the run, without its session. */
  private List<String> verdicts(String session) {
    return feed.verdictsOf(session).stream()
        .filter(verdict -> !verdict.getEventId().endsWith(":last"))
        .map(verdict -> text(verdict).replace(session, "S"))
        .toList();
  }

  private static String text(LoopVerdict verdict) {
    return "%s %d %d %s %s %s %s"
        .formatted(
            verdict.getLoopType(),
            verdict.getLoopCount(),
            verdict.getAttempts(),
            verdict.getAction(),
            verdict.getTarget(),
            verdict.getEventId(),
            verdict.getEvidence().stream().map(one -> one.getEventId()).toList());
  }

  /** Returns when the processor has read this many events of the task, and those before them. */
  private void awaitEvents(String session, int count) {
    byte[] key = session.getBytes(StandardCharsets.UTF_8);
    await()
        .atMost(LIMIT)
        .until(
            () ->
                feed.records(TopicRole.AGENT_EVENTS).stream()
                        .filter(record -> Arrays.equals(record.key(), key))
                        .count()
                    >= count);
    AgentEvent last =
        JsonEvents.json(
            "{\"taskId\":\"%1$s\",\"eventId\":\"%1$s:last\",\"type\":\"step_started\",\"step\":\"last\",\"replyRequested\":true}"
                .formatted(session));
    feed.send(last);
    await()
        .atMost(LIMIT)
        .until(
            () ->
                feed.verdictsOf(session).stream()
                    .anyMatch(verdict -> verdict.getEventId().equals(last.getEventId())));
  }

  private List<String> verdictsAfter(String session, int events) {
    awaitEvents(session, events);
    return verdicts(session);
  }

  @Test
  void ofEveryWay() {
    // Given
    int events = run("any").events(ReplyKind.NONE).size();

    // When: in the ways that may ask for replies
    for (EventEncoding encoding : EventEncoding.values()) {
      onKafka(run(encoding.name()), encoding, ReplyKind.REQUESTED);
    }
    overHttp(run("http"));
    run("hooks").hooks().forEach(this::hook);
    // and in those that do not
    onKafka(run("unasked"), EventEncoding.AVRO, ReplyKind.NONE);
    run("otlp").spans().forEach(this::span);
    sessionFile(run("session-file"));

    // Then
    List<String> asked = verdictsAfter(EventEncoding.AVRO.name(), events);
    assertThat(asked).hasSize(events);
    for (EventEncoding encoding : EventEncoding.values()) {
      assertThat(verdictsAfter(encoding.name(), events)).as("%s", encoding).isEqualTo(asked);
    }
    assertThat(verdictsAfter("http", events)).as("HTTP").isEqualTo(asked);
    assertThat(verdictsAfter("hooks", events)).as("hooks").isEqualTo(asked);
    List<String> unasked = verdictsAfter("unasked", events);
    assertThat(unasked)
        .anyMatch(it -> it.startsWith("IDENTICAL_FAILURE "))
        .anyMatch(it -> it.startsWith("REPEATED_ACTION "));
    assertThat(asked).containsAll(unasked);
    assertThat(verdictsAfter("otlp", events)).as("OTLP").isEqualTo(unasked);
    assertThat(verdictsAfter("session-file", events)).as("session file").isEqualTo(unasked);
  }

  @Test
  void ofThreeWaysAtOnce() {
    // Given
    ClaudeCodeRun run = run("three-ways");
    int events = run.events(ReplyKind.NONE).size();
    run("one-way").hooks().forEach(this::hook);

    // When: each call through hooks, then its span, and at last the session's file
    for (int call = 0; call < run.spans().size(); call++) {
      run.hooks().subList(2 * call, 2 * call + 2).forEach(this::hook);
      span(run.spans().get(call));
    }
    sessionFile(run);

    // Then
    List<String> once = verdictsAfter("one-way", events);
    assertThat(verdictsAfter("three-ways", 3 * events)).isEqualTo(once).hasSize(events);
  }
}
