package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.Role;
import dev.eddyline.cli.CommandRun;
import dev.eddyline.console.edge.AccessControl;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.LoopbackAccess;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.ingest.HookMonitor;
import dev.eddyline.console.ingest.HookPages;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.RequestBodies;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.hooks.HookAgents;
import dev.eddyline.local.Ports;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.EventKind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code eddyline hook --test}, with a processor in this process. */
class HookTestCommandTest {

  private final InProcessEngine process =
      new InProcessEngine(Policies.load("default"), InProcessEngine.NO_CLAMP);
  private final List<AgentEvent> events = new ArrayList<>();
  private final List<SpecificRecord> outputs = new ArrayList<>();
  private final List<String> completed = new ArrayList<>();
  private boolean isProcessing = true;
  private boolean isOpen = true;
  private WebServer server;

  private void start() {
    AccessControl access =
        isOpen
            ? LoopbackAccess.withTokens()
            : LoopbackAccess.withTokens(
                TestAccessTokens.namedToken("a-token-of-this-test", Role.VIEW));
    List<Pages> pages = new ArrayList<>(access.pages());
    pages.add(
        new HookPages(
            this::publish,
            new HookMonitor(new SimpleMeterRegistry(), Clock.systemUTC()),
            Clock.systemUTC(),
            Optional.empty()));
    pages.add(
        config ->
            Route.EVENTS.serve(
                config,
                http -> {
                  completed.add(RequestBodies.text(http));
                  http.status(202);
                }));
    server = LoopbackServer.start(0, Set.of(), pages);
  }

  private synchronized CompletableFuture<List<Optional<LoopVerdict>>> publish(
      Caller caller, List<AgentEvent> published, java.time.Duration wait) {
    List<Optional<LoopVerdict>> verdicts = new ArrayList<>();
    for (AgentEvent event : published) {
      events.add(event);
      List<SpecificRecord> answers = new ArrayList<>(process.processEvent(event).outputs());
      outputs.addAll(answers);
      if (EventKind.asksForReply(event)) {
        verdicts.add(
            answers.stream()
                .filter(output -> isProcessing && output instanceof LoopVerdict)
                .map(LoopVerdict.class::cast)
                .findFirst());
      }
    }
    return CompletableFuture.completedFuture(verdicts);
  }

  @AfterEach
  void end() {
    if (server != null) {
      server.close();
    }
  }

  private CommandRun run(String tool) {
    start();
    return run(tool, "http://127.0.0.1:" + server.port());
  }

  private static CommandRun run(String tool, String url) {
    return CommandRun.of(List.of(), "hook", tool, "--test", "--url", url);
  }

  static List<String> agents() {
    return HookAgents.names();
  }

  @ParameterizedTest
  @MethodSource("agents")
  void aWorkingSetUpIsProved_withoutAGate(String tool) {
    // When
    CommandRun run = run(tool);

    // Then
    assertThat(run.code()).as(run.out()).isZero();
    assertThat(run.out()).contains("reachable: yes", "token: none", "events: accepted", "verdict:");
    boolean isVisible = !Set.of("goose", "cursor").contains(tool);
    assertThat(run.out()).contains(isVisible ? "loop: recognised after 2" : "loop: not tested");
    assertThat(outputs).noneMatch(GateTrigger.class::isInstance);
    assertThat(events)
        .isNotEmpty()
        .allMatch(event -> event.getTaskId().startsWith("eddyline-hook-test-" + tool));
    assertThat(completed).hasSize(1).allMatch(it -> it.contains("task_completed"));
  }

  @Test
  void aMissingVerdictIsReported() {
    // Given
    isProcessing = false;

    // When
    CommandRun run = run("codex");

    // Then
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("failed: the hook was answered 504", "eddyline run");
    assertThat(completed).hasSize(1);
  }

  @Test
  void aMissingTokenIsReported() {
    // Given
    isOpen = false;

    // When
    CommandRun run = run("codex");

    // Then
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("reachable: yes", "failed: the server needs a token");
    assertThat(events).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"/other, is not Eddyline", "'', does not answer"})
  void aWrongAddressIsReported(String path, String problem) {
    // Given
    start();
    String url =
        "http://127.0.0.1:%d%s"
            .formatted(path.isEmpty() ? Ports.findFreePort() : server.port(), path);

    // When
    CommandRun run = run("codex", url);

    // Then
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains(problem, "--url");
  }
}
