package dev.eddyline.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.Role;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.RigTasks;
import dev.eddyline.app.TaskEventReader.TaskRecord;
import dev.eddyline.app.TaskEventReader.TaskRecords;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.view.ErasedTasksTest;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Explanations over HTTP: their answers, and how they are limited. */
class ExplanationPagesTest {

  private static final String TOKEN = "token-of-a-viewer";
  private static final String OTHER = "token-of-another-viewer";
  private static final String PATH = "/api/v1/task/explanation?taskId=T";

  private final TopologyRig rig = new TopologyRig(1, StoreType.IN_MEMORY);
  private final OutputView view = new OutputView(Clock.systemUTC());
  private ExplanationPages pages;

  private GuardedServer server(Function<String, TaskRecords> reader, Duration limit) {
    PolicySource policies =
        PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset("default")));
    GraphSource graphs = () -> GraphSnapshot.NONE;
    view.onCaughtUpChanged(true);
    rig.pipe(failure());
    TaskPages tasks = new TaskPages(view, RigTasks.of(rig), policies, graphs, null);
    pages = new ExplanationPages(tasks, reader, policies, graphs, limit);
    return new GuardedServer(
        List.of(
            TestAccessTokens.namedToken(TOKEN, Role.VIEW),
            TestAccessTokens.namedToken(OTHER, Role.VIEW)),
        pages);
  }

  private GuardedServer server(Function<String, TaskRecords> reader) {
    return server(reader, ExplanationPages.TIME_LIMIT);
  }

  @AfterEach
  void end() {
    pages.close();
    rig.close();
  }

  private static AgentEvent failure() {
    AgentEvent event = JsonEvents.failure("T", "TypeError: x");
    event.setOccurredAt(TopologyRig.START);
    return event;
  }

  private static TaskRecords failures(int count) {
    TaskRecord unreadable =
        new TaskRecord("T", Instant.EPOCH, List.of(), Optional.of("not an event"));
    List<TaskRecord> records = new ArrayList<>(List.of(unreadable));
    for (int i = 0; i < count; i++) {
      records.add(new TaskRecord("T", TopologyRig.START, List.of(failure()), Optional.empty()));
    }
    return new TaskRecords(records, true, true, Optional.empty());
  }

  @Test
  void explainsEachRecord() {
    try (GuardedServer server = server(task -> failures(2))) {
      // When
      JsonNode answer = server.browser(TOKEN).get(PATH).json();

      // Then
      assertThat(answer.get("events")).hasSize(3);
      assertThat(answer.at("/events/0/notes/0/kind").textValue()).isEqualTo("dead_lettered");
      assertThat(answer.at("/events/1/counts/identical_failure").textValue()).isEqualTo("1 of 2");
      assertThat(answer.at("/events/2/notes/0/kind").textValue()).isEqualTo("verdict");
      assertThat(answer.get("summary").textValue()).startsWith("events with a verdict: 1");
      assertThat(answer.get("isLimited").booleanValue()).isTrue();
    }
  }

  @Test
  void recordsFromBeforeTheErasureAreNotShown() {
    // Given
    List<Instant> times = new ArrayList<>(List.of(ErasedTasksTest.ERASED_AT));
    Function<String, TaskRecords> reader =
        task ->
            new TaskRecords(
                times.stream()
                    .map(at -> new TaskRecord("T", at, List.of(failure()), Optional.empty()))
                    .toList(),
                true,
                false,
                Optional.empty());
    try (GuardedServer server = server(reader)) {
      view.onOutput(ErasedTasksTest.erasure("T", ErasedTasksTest.outputsOfTwoTasks()), null);

      // When
      int erased = server.browser(TOKEN).get(PATH).status();
      times.add(ErasedTasksTest.ERASED_AT.plusMillis(1));
      JsonNode usedAgain = server.browser(TOKEN).get(PATH).json();

      // Then
      assertThat(erased).isEqualTo(404);
      assertThat(usedAgain.get("events")).hasSize(1);
    }
  }

  @Test
  void taskWithoutRecordsIsNotFound() {
    try (GuardedServer server =
        server(task -> new TaskRecords(List.of(), false, false, Optional.empty()))) {
      assertThat(server.browser(TOKEN).get(PATH).status()).isEqualTo(404);
      assertThat(server.browser(TOKEN).get(PATH + "-unknown").status()).isEqualTo(404);
    }
  }

  @Test
  void answers503WhileKafkaCannotBeRead() {
    Function<String, TaskRecords> failing =
        task -> {
          throw new ClusterUnreachableException("down", null);
        };
    try (GuardedServer server = server(failing)) {
      // When
      ApiClient.ApiResponse answer = server.browser(TOKEN).get(PATH);

      // Then
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.http().headers().firstValue("Retry-After")).isPresent();
    }
  }

  @Test
  void oneExplanationRunsAtATime() throws Exception {
    // Given
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Function<String, TaskRecords> waiting =
        task -> {
          started.countDown();
          awaitUnlessInterrupted(mayEnd);
          return failures(1);
        };
    try (GuardedServer server = server(waiting)) {
      CompletableFuture<ApiClient.ApiResponse> running =
          CompletableFuture.supplyAsync(() -> server.browser(TOKEN).get(PATH));
      started.await();

      // When
      ApiClient.ApiResponse second = server.browser(TOKEN).get(PATH);
      CompletableFuture<ApiClient.ApiResponse> queued =
          CompletableFuture.supplyAsync(() -> server.browser(OTHER).get(PATH));
      mayEnd.countDown();

      // Then
      assertThat(second.status()).isEqualTo(429);
      assertThat(second.http().headers().firstValue("Retry-After")).isPresent();
      assertThat(running.get().status()).isEqualTo(200);
      assertThat(queued.get().status()).isEqualTo(200);
      assertThat(server.browser(TOKEN).get(PATH).status()).isEqualTo(200);
    }
  }

  @Test
  void timeLimitEndsReading() {
    // Given
    CountDownLatch interrupted = new CountDownLatch(1);
    Function<String, TaskRecords> endless =
        task -> {
          awaitUnlessInterrupted(new CountDownLatch(1));
          interrupted.countDown();
          return failures(1);
        };
    try (GuardedServer server = server(endless, Duration.ofMillis(100))) {
      // When
      ApiClient.ApiResponse answer = server.browser(TOKEN).get(PATH);

      // Then
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.json().get("error").textValue()).contains("explain");
      await().until(() -> interrupted.getCount() == 0);
    }
  }

  private static void awaitUnlessInterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }
}
