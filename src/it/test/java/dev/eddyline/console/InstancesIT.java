package dev.eddyline.console;

import static dev.eddyline.app.RepeatedRequest.untilAvailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import dev.eddyline.access.TokenFiles;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Consoles of several instances: shared tasks, a stopped instance, and a restore. */
@Tag(TestTags.CONSOLE)
class InstancesIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int PARTITIONS = 4;
  private static final String TOKEN = "a-token-of-the-instances";
  private static final List<String> TASKS =
      IntStream.range(0, 12).mapToObj(number -> "task-" + number).toList();

  private static EventFeed publishEventsOfLoopingTasks(String prefix) {
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    for (String task : TASKS) {
      for (int i = 0; i < 3; i++) {
        feed.send(JsonEvents.failure(task, "same"));
      }
    }
    return feed;
  }

  private static boolean knowsAll(InProcessConsole instance, boolean staleToo) {
    return TASKS.stream()
        .map(task -> instance.browser().getJsonById("/api/v1/task?taskId=", task))
        .allMatch(
            task ->
                task.path("known").booleanValue()
                    && task.get("loopCount").intValue() == 2
                    && (staleToo || !task.get("stale").booleanValue()));
  }

  private static Set<String> owners(InProcessConsole instance) {
    Set<String> owners = new TreeSet<>();
    TASKS.forEach(
        task ->
            owners.add(
                instance
                    .browser()
                    .getJsonById("/api/v1/task?taskId=", task)
                    .path("answeredBy")
                    .asText()));
    return owners;
  }

  @Test
  void everyInstanceServesEveryTask() {
    // Given
    String prefix = "console-two-";
    Map<String, String> settings = Map.of("http.token", TOKEN, "num.standby.replicas", "1");
    try (EventFeed feed = publishEventsOfLoopingTasks(prefix);
        InProcessConsole one = new InProcessConsole(prefix, settings)) {
      InProcessConsole two = new InProcessConsole(prefix, settings);
      try {
        Set<String> both = Set.of(one.address(), two.address());
        await().atMost(LIMIT).until(() -> owners(one).equals(both) && owners(two).equals(both));
        await().atMost(LIMIT).until(() -> knowsAll(one, false) && knowsAll(two, false));

        // When: its partitions are not moved yet
        two.stopOutputFeed();

        // Then
        await().atMost(LIMIT).until(() -> knowsAll(one, true));
        await()
            .atMost(LIMIT)
            .untilAsserted(() -> assertThat(owners(one)).containsExactly(one.address()));
      } finally {
        two.close();
      }
      await().atMost(LIMIT).until(() -> knowsAll(one, false));
    }
  }

  @Test
  void survivorServesEveryTaskAfterKill() {
    // Given
    String prefix = "console-killed-";
    Map<String, String> settings =
        Map.of(
            "http.token", TOKEN,
            "num.standby.replicas", "1",
            // after it the killed instance's partitions are reassigned
            "session.timeout.ms", "10000");
    try (EventFeed feed = publishEventsOfLoopingTasks(prefix);
        InProcessConsole one = new InProcessConsole(prefix, settings);
        ConsoleInOwnProcess other = new ConsoleInOwnProcess(prefix, settings)) {
      Set<String> both = Set.of(one.address(), other.address());
      await().atMost(LIMIT).until(() -> owners(one).equals(both) && knowsAll(one, false));
      await().atMost(LIMIT).untilAsserted(() -> assertThat(active(one)).isEqualTo(PARTITIONS));

      // When
      other.close();

      // Then
      await().atMost(LIMIT).until(() -> knowsAll(one, true));
      await().atMost(LIMIT).until(() -> knowsAll(one, false));
      assertThat(owners(one)).containsExactly(one.address());
      await().atMost(LIMIT).untilAsserted(() -> assertThat(active(one)).isEqualTo(PARTITIONS));
    }
  }

  /** Partitions whose active tasks the overview includes. */
  private static int active(InProcessConsole instance) {
    return instance.browser().get("/api/v1/overview").json().at("/tasks/activeIn").intValue();
  }

  @Test
  void readsStandbyOfOtherInstance() {
    // Given
    String prefix = "console-three-";
    Map<String, String> settings = Map.of("http.token", TOKEN, "num.standby.replicas", "1");
    try (EventFeed feed = publishEventsOfLoopingTasks(prefix);
        InProcessConsole one = new InProcessConsole(prefix, settings);
        InProcessConsole two = new InProcessConsole(prefix, settings);
        InProcessConsole three = new InProcessConsole(prefix, settings)) {
      Set<String> all = Set.of(one.address(), two.address(), three.address());
      await().atMost(LIMIT).until(() -> owners(one).equals(all) && knowsAll(one, false));
      await().atMost(LIMIT).until(() -> knowsAll(two, false) && knowsAll(three, false));

      // When
      two.stopOutputFeed();

      // Then
      await().atMost(LIMIT).until(() -> knowsAll(one, true) && knowsAll(three, true));
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> assertThat(copies(one, three)).containsExactly("its own", "the other's"));
    }
  }

  /** Whose standby replicas the instances read. */
  private static Set<String> copies(InProcessConsole... instances) {
    Set<String> copies = new TreeSet<>();
    for (InProcessConsole instance : instances) {
      for (String id : TASKS) {
        JsonNode task = instance.browser().getJsonById("/api/v1/task?taskId=", id);
        if (task.path("stale").booleanValue()) {
          boolean own = task.path("answeredBy").asText().equals(instance.address());
          copies.add(own ? "its own" : "the other's");
        }
      }
    }
    return copies;
  }

  @Test
  void servesTasksDuringRestore() {
    // Given: a task that no other instance has
    BlockedRestore.arm();
    String prefix = "console-restoring-";
    try (EventFeed feed = publishEventsOfLoopingTasks(prefix)) {
      try (InProcessConsole before = new InProcessConsole(prefix, Map.of())) {
        await().atMost(LIMIT).until(() -> knowsAll(before, false));
      }

      // When: one begins with an empty state, whose restore does not end yet
      try (InProcessConsole restoring = new InProcessConsole(prefix, BlockedRestore.SETTINGS)) {
        await().atMost(LIMIT).until(BlockedRestore::isBlocked);
        ApiClient.ApiResponse during =
            restoring.browser().get("/api/v1/task?taskId=" + TASKS.get(0));
        BlockedRestore.release();

        // Then
        assertThat(during.status()).isIn(200, 503);
        JsonNode task = during.json();
        assertThat(task.path("known").booleanValue()).isFalse();
        assertThat(task.path("obstacle").asText(task.path("error").asText())).isNotEmpty();
        await().atMost(LIMIT).until(() -> knowsAll(restoring, false));
      } finally {
        BlockedRestore.release();
      }
    }
  }

  @Test
  void rejectsCallersWithoutToken() {
    // Given
    String prefix = "console-token-";
    TestCluster.shared().createTopics(prefix, 1);
    String event = "{\"taskId\":\"t\",\"type\":\"user_message\",\"text\":\"x\"}";
    try (InProcessConsole served =
        new InProcessConsole(prefix, Map.of("http.tokens", TokenFiles.of(TOKEN, "ingest, view")))) {
      ApiClient with = served.client(TOKEN);
      ApiClient without = new ApiClient(Integer.parseInt(served.address().split(":")[1]), null);

      // Then: strangers
      for (String path :
          List.of("overview", "tasks", "task?taskId=t", "feed", "gates", "policies")) {
        assertThat(without.get("/api/v1/" + path).status()).as(path).isEqualTo(401);
      }
      String forged = "Bearer " + TOKEN.replace('a', 'b');
      assertThat(without.get("/api/v1/overview", "Authorization", forged).status()).isEqualTo(401);
      assertThat(
              without
                  .get("/api/v1/overview", "Cookie", "eddyline_session=9999999999999.x.y")
                  .status())
          .isEqualTo(401);
      assertThat(without.post("/api/v1/session", "{\"token\":\"wrong\"}", "Accept", "*/*").status())
          .isEqualTo(401);
      assertThat(without.post("/api/v1/events", event).status()).isEqualTo(401);
      assertThat(without.get("/api/v1/session").json().get("requiresToken").booleanValue())
          .isTrue();
      assertThat(without.get("/health/live").status()).isEqualTo(404);
      assertThat(served.health().get("/health/live").status()).isEqualTo(200);

      // Then: the token itself
      assertThat(with.get("/api/v1/overview").status()).isEqualTo(200);
      ApiClient.ApiResponse accepted =
          untilAvailable(
              () -> with.post("/api/v1/events", event, "Accept", "*/*"),
              ApiClient.ApiResponse::status);
      assertThat(accepted.status()).isEqualTo(202);

      // Then: a session
      ApiClient.ApiResponse begun =
          without.post("/api/v1/session", "{\"token\":\"%s\"}".formatted(TOKEN), "Accept", "*/*");
      String set = begun.http().headers().firstValue("Set-Cookie").orElseThrow();
      String cookie = set.split(";")[0];
      String csrf = begun.json().get("csrf").textValue();
      assertThat(set).contains("HttpOnly").contains("SameSite=Strict");
      assertThat(without.get("/api/v1/overview", "Cookie", cookie).status()).isEqualTo(200);
      assertThat(without.post("/api/v1/events", event, "Cookie", cookie).status()).isEqualTo(403);
      ApiClient.ApiResponse acceptedInSession =
          untilAvailable(
              () ->
                  without.post(
                      "/api/v1/events", event, "Cookie", cookie, ApiClient.CSRF_HEADER, csrf),
              ApiClient.ApiResponse::status);
      assertThat(acceptedInSession.status()).isEqualTo(202);
    }
  }
}
