package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.eddyline.TestTags;
import dev.eddyline.local.SmallDisk;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.topics.TopicCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code eddyline run} whose disk of {@code state.dir} becomes full: a tmpfs without free space.
 * Skipped where mounting is refused.
 */
@Tag(TestTags.CRASH)
class FullDiskIT {

  private static final String PREFIX = "full-disk-";
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final int FAILED = 1;

  @TempDir private Path state;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Path log = Path.of("target", PREFIX + "run.log");

  private void sendQuestion(EventFeed feed) {
    String id = "e-" + acknowledged.size();
    feed.send(
        AgentEvent.newBuilder()
            .setEventId(id)
            .setTaskId("T" + acknowledged.size() % 1_000)
            .setAgentId("backend-1")
            .setOccurredAt(Instant.now())
            .setReplyRequested(true)
            .setBody(new UserMessage("question " + id + " " + id.repeat(200)))
            .build());
    acknowledged.add(id);
  }

  private boolean areAllReplied(EventFeed feed) {
    return feed.verdicts().stream()
        .map(LoopVerdict::getEventId)
        .collect(Collectors.toSet())
        .containsAll(acknowledged);
  }

  private long fullDiskReports() throws IOException {
    try (var lines = Files.lines(log)) {
      return lines.filter(it -> it.contains("the disk that holds state.dir " + state)).count();
    }
  }

  @Test
  void aFullDiskEndsTheProcess_andTheNextStartWithRoomLosesNothing() throws Exception {
    // Given
    Optional<String> obstacle = SmallDisk.reasonMountIsImpossible();
    assumeTrue(obstacle.isEmpty(), () -> "no disk can be mounted: " + obstacle.orElseThrow());
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, 2);
    Files.deleteIfExists(log);
    Map<String, String> settings =
        Map.of(
            "http.port",
            "0",
            "canary.every",
            "0",
            "state.dir",
            state.toString(),
            // RocksDB writes to the disk soon
            "store.memory.mb",
            "16");
    try (SmallDisk disk = SmallDisk.mount(state);
        CommandProcess processor =
            new CommandProcess(
                "run", cluster.bootstrap(), cluster.registryUrl(), PREFIX, 512, settings);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      processor.start();
      sendQuestion(feed);
      await().atMost(LIMIT).until(() -> areAllReplied(feed));
      await().atMost(LIMIT).until(processor::isReady);

      // When: under load
      await()
          .atMost(LIMIT)
          .until(
              () -> {
                disk.removeFreeSpace();
                for (int events = 0; events < 500; events++) {
                  sendQuestion(feed);
                }
                return fullDiskReports() > 0;
              });

      // Then
      await().atMost(LIMIT).until(() -> !processor.isReady());
      awaitEndWithoutReadiness(processor, disk);

      // When: it is started before there is room
      processor.start();

      // Then
      awaitEndWithoutReadiness(processor, disk);

      // When
      disk.makeRoom();
      processor.start();

      // Then
      await().atMost(LIMIT).until(() -> areAllReplied(feed));
      await().atMost(LIMIT).until(processor::isReady);
      assertThat(feed.verdicts()).extracting(LoopVerdict::getVerdictId).doesNotHaveDuplicates();
      assertThat(feed.deadLetters()).isEmpty();
    }
  }

  /** Waits for its end, before which it never claims to be ready. */
  private void awaitEndWithoutReadiness(CommandProcess processor, SmallDisk disk) {
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              disk.removeFreeSpace();
              assertThat(processor.isReady()).isFalse();
              return !processor.isAlive();
            });
    assertThat(processor.exitCode()).isEqualTo(FAILED);
  }
}
