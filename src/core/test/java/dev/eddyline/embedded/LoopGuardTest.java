package dev.eddyline.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.task.BadInputException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A guard that an application embeds. */
class LoopGuardTest {

  private static final Instant BEGIN = Instant.parse("2026-05-04T08:00:00Z");

  private final LoopGuard guard = LoopGuard.of(Policies.preset("default"));
  private final AtomicInteger events = new AtomicInteger();

  private AgentEvent event(String taskId, Object body) {
    int number = events.incrementAndGet();
    return AgentEvent.newBuilder()
        .setEventId("e" + number)
        .setTaskId(taskId)
        .setAgentId("deployer")
        .setOccurredAt(BEGIN.plusSeconds(number))
        .setBody(body)
        .build();
  }

  private AgentEvent failure(String taskId, String message) {
    return event(taskId, FailureReported.newBuilder().setMessage(message).build());
  }

  private List<LoopVerdict> fails(LoopGuard by, String taskId) {
    return by.observe(failure(taskId, "helm: release web is pending"));
  }

  private List<LoopVerdict> failsTimes(LoopGuard by, String taskId, int times) {
    return IntStream.range(0, times)
        .mapToObj(time -> fails(by, taskId))
        .flatMap(List::stream)
        .toList();
  }

  @Test
  void repeatedFailureGetsAHint_andThenAGate() {
    // When
    List<LoopVerdict> verdicts = failsTimes(guard, "T1", 3);

    // Then
    assertThat(verdicts)
        .extracting(LoopVerdict::getLoopType)
        .containsOnly(LoopType.IDENTICAL_FAILURE);
    assertThat(verdicts.get(0)).returns(Action.RETRY_WITH_HINT, LoopVerdict::getAction);
    assertThat(verdicts.get(verdicts.size() - 1).getGateId()).isNotNull();
  }

  @Test
  void decisionThatTheGuardObservesClosesItsGate() {
    // Given
    String gateId = failsTimes(guard, "T1", 3).get(1).getGateId();
    AgentEvent decision =
        event(
            "T1",
            HumanIntervened.newBuilder()
                .setGateId(gateId)
                .setDecision(Decision.APPROVE)
                .setGuidance("Delete the release first")
                .setBy("ann")
                .build());

    // When
    guard.observe(decision);
    AgentEvent next = failure("T1", "helm: chart not found");
    next.setReplyRequested(true);
    List<LoopVerdict> replies = guard.observe(next);

    // Then
    assertThat(replies)
        .singleElement()
        .returns(null, LoopVerdict::getGateId)
        .returns(Decision.APPROVE, LoopVerdict::getDecision)
        .returns("Delete the release first", LoopVerdict::getGuidance);
  }

  @Test
  void invalidEventIsRefusedWithItsField_andChangesNothing() {
    // Given
    failsTimes(guard, "T1", 1);
    AgentEvent invalid = failure("T1", "helm: release web is pending");
    invalid.setOccurredAt(Instant.EPOCH);

    // When
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> guard.observe(invalid))
        .withMessage("occurredAt must be ≥ 2000-01-01T00:00:00Z, was 1970-01-01T00:00:00Z");
    List<LoopVerdict> verdicts = fails(guard, "T1");

    // Then
    assertThat(verdicts).extracting(LoopVerdict::getAttempts).containsExactly(2);
  }

  @Test
  void eventWithoutRequiredFieldsIsRefusedWithTheirNames() {
    // Given
    AgentEvent incomplete = event("T1", new ToolCalled("call-1", null, "{}", null, null));
    incomplete.setTaskId(null);

    // When, Then
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> guard.observe(incomplete))
        .withMessage("taskId is required; ToolCalled.tool is required");
  }

  @Test
  void bodyOfAnUnknownTypeIsRefusedWithItsType_withoutItsText() {
    // Given
    AgentEvent wrong = event("T1", new UserMessage("go on"));
    wrong.setBody("password: hunter2");

    // When, Then
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> guard.observe(wrong))
        .withMessageStartingWith("body must be one of TaskStarted, ")
        .withMessageEndingWith(", was java.lang.String");
    wrong.setBody(null);
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> guard.observe(wrong))
        .withMessage("body is required");
  }

  @ParameterizedTest
  @MethodSource("timesThatNoClockShows")
  void eventOfATimeThatNoClockShowsIsRefused(Instant time) {
    // Given
    AgentEvent wrong = event("T1", new UserMessage("go on"));
    wrong.setOccurredAt(time);

    // When, Then
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> guard.observe(wrong))
        .withMessageStartingWith(
            "occurredAt must be 2000-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z");
  }

  static List<Instant> timesThatNoClockShows() {
    Instant microsecondsAsMilliseconds = Instant.ofEpochMilli(BEGIN.toEpochMilli() * 1_000);
    return List.of(Instant.MIN, Instant.MAX, microsecondsAsMilliseconds);
  }

  @Test
  void callerMayChangeItsEventAfterwards() {
    // Given
    AgentEvent reused = failure("T1", "helm: release web is pending");

    // When
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int time = 0; time < 2; time++) {
      reused.setEventId("again-" + time);
      verdicts.addAll(guard.observe(reused));
      ((FailureReported) reused.getBody()).setMessage("helm: release web is pending");
    }

    // Then
    assertThat(verdicts).extracting(LoopVerdict::getAttempts).containsExactly(2);
  }

  @Test
  void stateOfLeastRecentlyUsedTaskIsEvicted() {
    // Given
    LoopGuard small = LoopGuard.of(Policies.ofSinglePolicy(Policies.preset("default")), 2);
    fails(small, "T1");
    fails(small, "T2");
    fails(small, "T1");

    // When
    fails(small, "T3");

    // Then
    assertThat(fails(small, "T1")).extracting(LoopVerdict::getAttempts).containsExactly(3);
    assertThat(fails(small, "T2")).as("evicted").isEmpty();
  }

  @Test
  void threadsShareAGuard() throws Exception {
    // Given
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Callable<List<LoopVerdict>>> tasks =
        IntStream.range(0, 40)
            .<Callable<List<LoopVerdict>>>mapToObj(task -> () -> failsTimes(guard, "T" + task, 3))
            .toList();

    // When
    List<Future<List<LoopVerdict>>> found;
    try {
      found = threads.invokeAll(tasks);
    } finally {
      threads.shutdown();
    }

    // Then
    for (Future<List<LoopVerdict>> verdicts : found) {
      assertThat(verdicts.get()).extracting(LoopVerdict::getAttempts).containsExactly(2, 3);
    }
  }

  @Test
  void noKafkaIsOnTheClassPath() {
    assertThatExceptionOfType(ClassNotFoundException.class)
        .isThrownBy(() -> Class.forName("org.apache.kafka.clients.producer.Producer"));
  }
}
