package dev.eddyline.notifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.schema.GateState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GateQueuesTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Answer OK = new Answer(204, "", Optional.empty(), "");
  private static final Answer BUSY = new Answer(503, "", Optional.empty(), "");

  private final List<String> attempts = Collections.synchronizedList(new ArrayList<>());
  private final List<Long> done = Collections.synchronizedList(new ArrayList<>());
  private final List<String> deadLetters = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Queue<Answer>> answers = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Answer>> pending = new ConcurrentHashMap<>();
  private final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
  private boolean isBroken;
  private CompletableFuture<Void> deadLetterAcknowledged = CompletableFuture.completedFuture(null);
  private GateQueues queues = queues(DAY);

  private GateQueues queues(Duration giveUpAfter) {
    return new GateQueues(
        "test-deliveries",
        this::deliver,
        giveUpAfter,
        (delivery, answer) -> {
          deadLetters.add(delivery.notification().id() + " " + answer.summary());
          return deadLetterAcknowledged;
        },
        delivery -> {
          if (isBroken) {
            throw new IllegalStateException("broken");
          }
          done.add(delivery.record().offset());
        },
        new DeliveryListener() {
          @Override
          public void onDelivered(Delivery delivery) {}

          @Override
          public void onFailed(Delivery delivery, Answer answer, Duration pause) {}

          @Override
          public void onGivenUp(Delivery delivery, Answer answer) {}
        },
        errors::add);
  }

  private CompletableFuture<Answer> deliver(Notification notification) {
    attempts.add(notification.id());
    CompletableFuture<Answer> later = pending.get(notification.id());
    if (later != null) {
      return later;
    }
    Queue<Answer> mine = answers.getOrDefault(notification.id(), new ArrayDeque<>());
    return CompletableFuture.completedFuture(mine.isEmpty() ? OK : mine.remove());
  }

  @AfterEach
  void close() {
    queues.close();
  }

  private void add(long offset, String gate, int number) {
    queues.add(GateChanges.delivery(offset, GateChanges.change(gate, number, GateState.OPENED)));
  }

  @Test
  void deadLetterThatIsAcknowledgedAfterTheEndIsNoError() {
    // Given
    deadLetterAcknowledged = new CompletableFuture<>();
    answers.put("a-1", new ArrayDeque<>(List.of(new Answer(410, "", Optional.empty(), ""))));
    add(1, "a", 1);
    await().until(() -> !deadLetters.isEmpty());

    // When
    queues.close();
    deadLetterAcknowledged.complete(null);

    // Then
    assertThat(errors).isEmpty();
    assertThat(done).isEmpty();
  }

  @Test
  void handOverWaitsForTheDeadLetter() throws Exception {
    // Given
    deadLetterAcknowledged = new CompletableFuture<>();
    answers.put("a-1", new ArrayDeque<>(List.of(new Answer(410, "", Optional.empty(), ""))));
    add(1, "a", 1);
    await().until(() -> !deadLetters.isEmpty());

    // When
    CompletableFuture<Void> handedOver =
        CompletableFuture.runAsync(
            () -> queues.drop(List.of(new TopicPartition("gate-triggers", 0))));

    // Then
    assertThat(handedOver).isNotDone();
    deadLetterAcknowledged.complete(null);
    handedOver.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void unexpectedErrorIsReported_soThatTheProcessEnds() {
    // Given
    isBroken = true;

    // When
    add(1, "a", 1);

    // Then
    await().until(() -> !errors.isEmpty());
    assertThat(errors.get(0)).hasRootCauseMessage("broken");
  }

  @Test
  void failedDeliveryIsRepeatedBeforeTheNextOfItsGate_othersGoOn() {
    // Given: the answer to a-1 comes once b-1 is delivered
    pending.put("a-1", new CompletableFuture<>());
    add(0, "a", 1);
    add(1, "a", 2);
    add(2, "b", 1);
    await().until(() -> done.size() == 1);

    // When
    pending.remove("a-1").complete(BUSY);

    // Then
    await().until(() -> done.size() == 3);
    assertThat(done).containsExactly(2L, 0L, 1L);
    assertThat(attempts).containsExactly("a-1", "b-1", "a-1", "a-2");
    assertThat(deadLetters).isEmpty();
    assertThat(queues.size()).isZero();
  }

  @Test
  void retryAfterPausesAllGatesOfTheTarget() {
    // Given
    answers.put(
        "a-1",
        new ArrayDeque<>(List.of(new Answer(429, "", Optional.of(Duration.ofMinutes(30)), ""))));

    // When
    add(0, "a", 1);
    await().until(() -> attempts.size() == 1);
    add(1, "b", 1);

    // Then
    await().during(Duration.ofSeconds(2)).until(() -> attempts.size() == 1);
  }

  @Test
  void deliveryThatARepeatCannotMendIsDeadLettered_andTheNextFollows() {
    // Given
    answers.put("a-1", new ArrayDeque<>(List.of(new Answer(410, "", Optional.empty(), ""))));

    // When
    add(0, "a", 1);
    add(1, "a", 2);

    // Then
    await().until(() -> done.size() == 2);
    assertThat(deadLetters).containsExactly("a-1 status 410");
    assertThat(done).containsExactly(0L, 1L);
  }

  @Test
  void deliveryIsGivenUpAfterTheLimit() {
    // Given
    queues.close();
    queues = queues(Duration.ofSeconds(1));
    answers.put("a-1", new ArrayDeque<>(Collections.nCopies(50, Answer.none("TimeoutException"))));

    // When
    add(0, "a", 1);

    // Then
    await().until(() -> done.size() == 1);
    assertThat(deadLetters).containsExactly("a-1 TimeoutException");
    assertThat(attempts).hasSize(GateQueues.MIN_ATTEMPTS);
  }

  @Test
  void dropWaitsForTheRequestUnderWay_andSendsNoMore() {
    // Given
    pending.put("a-1", new CompletableFuture<>());
    add(0, "a", 1);
    add(1, "a", 2);
    await().until(() -> attempts.size() == 1);

    // When
    CompletableFuture<Void> dropped =
        CompletableFuture.runAsync(
            () -> queues.drop(List.of(new TopicPartition("gate-triggers", 0))));
    await().until(() -> queues.size() == 0);
    assertThat(dropped).isNotDone();
    pending.get("a-1").complete(OK);

    // Then
    dropped.join();
    assertThat(done).containsExactly(0L);
    assertThat(attempts).containsExactly("a-1");
    assertThat(queues.size()).isZero();
  }

  @Test
  void channelThatFailsUnexpectedlyIsRepeated() {
    // Given
    pending.put("a-1", CompletableFuture.failedFuture(new IllegalStateException("odd answer")));
    add(0, "a", 1);
    await().until(() -> attempts.size() == 1);

    // When
    pending.remove("a-1");

    // Then
    await().until(() -> done.size() == 1);
    assertThat(attempts).containsExactly("a-1", "a-1");
  }

  @Test
  void fewRequestsRunAtATime() {
    // When
    for (int gate = 0; gate < 3 * TargetHttp.MAX_CONNECTIONS; gate++) {
      pending.put("g" + gate + "-1", new CompletableFuture<>());
      add(gate, "g" + gate, 1);
    }

    // Then
    await()
        .during(Duration.ofMillis(500))
        .until(() -> attempts.size() == TargetHttp.MAX_CONNECTIONS);
    pending.values().forEach(answer -> answer.complete(OK));
    await().until(() -> done.size() == 3 * TargetHttp.MAX_CONNECTIONS);
  }

  @Test
  void noMoreRecordsAreReadWhenManyWait() {
    // When
    pending.put("a-0", new CompletableFuture<>());
    for (int number = 0; number < GateQueues.MAX_DELIVERIES; number++) {
      assertThat(queues.isFull()).isFalse();
      add(number, "a", number);
    }

    // Then
    assertThat(queues.isFull()).isTrue();
  }
}
