package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.otlp.OtlpEncoding;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OtlpPublisherTest {

  private static final int BODIES = 20;

  /** One block of the producer, with time to spare; one for each body would be 40 s. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Test
  void batchFailsAtItsFirstBodyWithoutBroker() {
    // Given
    Settings settings =
        Settings.mergeLayers(
            null, Map.of(), Map.of(Setting.BOOTSTRAP_SERVERS.key(), "127.0.0.1:1"));
    List<OtlpPublisher.Batch.Body> bodies =
        IntStream.range(0, BODIES)
            .mapToObj(number -> new OtlpPublisher.Batch.Body(null, new byte[] {1}))
            .toList();
    OtlpPublisher.Batch batch =
        new OtlpPublisher.Batch(OtlpSignal.TRACES, OtlpEncoding.PROTOBUF, bodies, 0, "");
    try (OtlpPublisher publisher = new OtlpPublisher(settings, TopicCatalogue.load(""))) {

      // When
      long start = System.nanoTime();
      CompletableFuture<Void> published = publisher.publish(batch);

      // Then
      assertThat(published).isCompletedExceptionally();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
    }
  }
}
