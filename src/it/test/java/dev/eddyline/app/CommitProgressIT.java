package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits of a real application, which commits only when a record asks for it. */
@Tag(TestTags.SERVERS)
class CommitProgressIT {

  private static final String COMMIT = "commit";

  private final String topic = "commits-" + UUID.randomUUID();
  private final String bootstrap = TestCluster.shared().bootstrap();
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

  @TempDir Path stateDir;

  private static final class CommitsOnRequest
      extends ContextualProcessor<String, String, Void, Void> {

    @Override
    public void process(Record<String, String> record) {
      if (record.value().equals(COMMIT)) {
        context().commit();
      }
    }
  }

  private KafkaStreams streams() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.<String, String>stream(topic).process(CommitsOnRequest::new);
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, topic);
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
    config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, Duration.ofHours(1).toMillis());
    config.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
    config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
    return new KafkaStreams(builder.build(), config);
  }

  private static List<TaskMetadata> activeTasks(KafkaStreams streams) {
    return streams.metadataForLocalThreads().stream()
        .flatMap(thread -> thread.activeTasks().stream())
        .toList();
  }

  @Test
  void recordsThatAreReadAndNotCommittedAreAnObstacle_untilTheCommit()
      throws ExecutionException, InterruptedException {
    Map<String, Object> client = Map.of("bootstrap.servers", bootstrap);
    try (Admin admin = Admin.create(client);
        KafkaProducer<String, String> producer =
            new KafkaProducer<>(client, new StringSerializer(), new StringSerializer());
        KafkaStreams streams = streams()) {
      // Given
      admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
      CommitProgress commits = new CommitProgress(now::get, () -> activeTasks(streams));
      streams.start();
      producer.send(new ProducerRecord<>(topic, "read"));
      await()
          .until(
              () ->
                  activeTasks(streams).stream()
                      .flatMap(task -> task.endOffsets().values().stream())
                      .anyMatch(offset -> offset >= 0));
      assertThat(commits.obstacle()).isEmpty();

      // When
      now.set(now.get().plus(CommitProgress.MAX_AGE).plusSeconds(1));

      // Then
      assertThat(commits.obstacle())
          .contains(new Obstacle("commits", "partition 0 commits no records", Instant.EPOCH));

      // When
      producer.send(new ProducerRecord<>(topic, COMMIT));

      // Then
      await().until(() -> commits.obstacle().isEmpty());
    }
  }
}
