package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Obstacles with their start, by an injected clock. */
class ReadinessTest {

  private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final Readiness readiness = Readiness.ofProcessor(now::get);

  @BeforeEach
  void becomeReady() {
    readiness.markPoliciesLoaded();
    readiness.onStreamsState(State.RUNNING);
  }

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Test
  void aStartingProcessorIsNotReady() {
    assertThat(Readiness.ofProcessor(now::get).obstacles())
        .containsExactly(
            "policies: not yet read, since 2026-05-01T10:00:00Z",
            "stream threads: not started, since 2026-05-01T10:00:00Z");
  }

  @Test
  void anOutageLastsSinceItsFirstReport_andEndsWithAnAnswer() {
    // Given
    readiness.onBrokerSilent();
    pass(Duration.ofSeconds(9));

    // When
    readiness.onBrokerSilent();

    // Then
    assertThat(readiness.isReady()).isFalse();
    assertThat(readiness.currentObstacles())
        .containsExactly(new Obstacle("Kafka", "no broker answers", START));

    // When
    readiness.onBrokerAnswer();

    // Then
    assertThat(readiness.isReady()).isTrue();
  }

  @Test
  void failedThreadsAreNotReady_sinceTheyStoppedWorking() {
    // Given
    readiness.onStreamsState(State.PENDING_ERROR);
    pass(Duration.ofSeconds(30));

    // When
    readiness.onStreamsState(State.ERROR);

    // Then
    assertThat(readiness.currentObstacles())
        .containsExactly(new Obstacle("stream threads", "error", START));
  }

  @Test
  void aRegistryOutageEndsWithAnAnswer() {
    // When
    readiness.onUnavailable("connection refused");

    // Then
    assertThat(readiness.obstacles())
        .containsExactly("schema registry: connection refused, since 2026-05-01T10:00:00Z");

    // When
    readiness.onAvailable();

    // Then
    assertThat(readiness.isReady()).isTrue();
  }

  @Test
  void theCanaryIsAskedAtEachCall() {
    // Given
    AtomicReference<Optional<Obstacle>> canary = new AtomicReference<>(Optional.empty());
    readiness.follow(() -> canary.get().stream());
    assertThat(readiness.isReady()).isTrue();
    Obstacle silent = new Obstacle("canary", "no verdict", START);

    // When
    canary.set(Optional.of(silent));

    // Then
    assertThat(readiness.isReady()).isFalse();
    assertThat(readiness.currentObstacles()).isEqualTo(List.of(silent));
  }

  @Test
  void theMapperIsFollowed_withItsOwnPartsAndTheirStart() {
    // Given
    Readiness mapper = Readiness.ofMapper(now::get);
    readiness.follow(() -> mapper.currentObstacles().stream());
    assertThat(readiness.currentObstacles())
        .containsExactly(new Obstacle("mapper", "not started", START));
    mapper.onStreamsState(State.RUNNING);
    assertThat(readiness.isReady()).isTrue();
    pass(Duration.ofMinutes(1));
    Instant failed = now.get();

    // When
    mapper.onStreamsState(State.PENDING_ERROR);
    mapper.onUnavailable("connection refused");
    pass(Duration.ofSeconds(5));
    mapper.onStreamsState(State.ERROR);

    // Then
    assertThat(readiness.isReady()).isFalse();
    assertThat(readiness.currentObstacles())
        .containsExactly(
            new Obstacle("mapper", "error", failed),
            new Obstacle("schema registry of the mapper", "connection refused", failed));
  }
}
