package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static dev.eddyline.topology.verdicts.EvaluatedRig.ANSWERS;
import static dev.eddyline.topology.verdicts.EvaluatedRig.answer;
import static dev.eddyline.topology.verdicts.EvaluatedRig.fails;
import static dev.eddyline.topology.verdicts.EvaluatedRig.give;
import static dev.eddyline.topology.verdicts.EvaluatedRig.publishedEvaluationRequests;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.metrics.Metric;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreContents;
import dev.eddyline.topology.TopologyRig;
import dev.eddyline.topology.TraceHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Evaluation requests are published, and evaluations are processed like other inputs. */
class EvaluationTopicTest {

  private static final int PARTITIONS = 4;
  private static final String AT_HOME = keyOf(0, PARTITIONS);
  private static final String STRAY = keyOf(2, PARTITIONS);

  private final TopologyRig rig = EvaluatedRig.of(PARTITIONS);

  @AfterEach
  void close() {
    rig.close();
  }

  private ProgressEvaluationRequest failTwice(String task) {
    rig.pipe(fails(task, "e-1", seconds(1)), fails(task, "e-2", seconds(2)));
    return publishedEvaluationRequests(rig).get(0).value();
  }

  @Test
  void evaluationRequestIsPublishedAndItsEvaluationBecomesVerdict() {
    // Given
    rig.pipe(fails(AT_HOME, "e-1", seconds(1)), fails(AT_HOME, "e-2", seconds(2)));
    TestRecord<String, ProgressEvaluationRequest> question =
        publishedEvaluationRequests(rig).get(0);
    assertThat(question.key()).isEqualTo(AT_HOME);
    assertThat(rig.verdicts()).isEmpty();

    // When
    give(rig, answer(question.value(), EvaluationVerdict.REGRESSIVE), seconds(60));

    // Then
    LoopVerdict verdict = rig.verdicts().get(0);
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.REGRESSIVE_PROGRESS);
    assertThat(verdict.getEventId()).isEqualTo("e-2");
    assertThat(verdict.getSource()).isEqualTo(new Source(ANSWERS, 0, 0L, 32));
    assertThat(rig.meters().get(Metric.EVALUATION_REQUESTS.id()).counter().count()).isEqualTo(1);
    assertThat(rig.counterValue(Metric.EVALUATIONS.id(), "evaluator", "model")).isEqualTo(1);
    assertThat(rig.counterValue(Metric.EVALUATIONS.id(), "verdict", "regressive")).isEqualTo(1);
  }

  @Test
  void theTraceContextIsPropagatedFromEventToRequestToVerdict() {
    // Given
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    String events = TOPICS.name(TopicRole.AGENT_EVENTS);
    RecordHeaders headers = new RecordHeaders();
    headers.add("traceparent", bytes(trace));
    rig.pipe(fails(STRAY, "e-1", seconds(1)));
    byte[] second = rig.bytes(events, fails(STRAY, "e-2", seconds(2)));
    rig.pipe(events, bytes(STRAY), second, headers, seconds(2));
    TestRecord<String, ProgressEvaluationRequest> question =
        publishedEvaluationRequests(rig).get(0);

    // When
    byte[] answer = EvaluatedRig.bytes(rig, answer(question.value(), EvaluationVerdict.REGRESSIVE));
    rig.pipe(
        ANSWERS,
        bytes(STRAY),
        answer,
        TraceHeaders.copyTraceContext(question.headers()),
        seconds(60));

    // Then
    var verdicts = rig.published(TOPICS.name(TopicRole.LOOP_VERDICTS), LoopVerdict.class);
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).headers())
        .extracting(it -> it.key() + "=" + new String(it.value(), StandardCharsets.UTF_8))
        .containsExactly("traceparent=" + trace);
  }

  @Test
  void theJournalEntryOfAnEvaluationNamesTheEventBeforeIt() {
    // Given
    ProgressEvaluationRequest question = failTwice(AT_HOME);
    rig.pipe(fails(AT_HOME, "e-3", seconds(3)));

    // When
    give(rig, answer(question, EvaluationVerdict.REASONING), seconds(4));

    // Then
    JournalEntry entry = rig.journal().get(0);
    assertThat(entry.getTopic()).isEqualTo(ANSWERS);
    assertThat(entry.getOffset()).isZero();
    assertThat(entry.getAfterOffset()).isEqualTo(2);
  }

  @Test
  void anEvaluationOnAnotherPartitionIsRerouted() {
    // Given
    ProgressEvaluationRequest question = failTwice(STRAY);

    // When
    give(rig, answer(question, EvaluationVerdict.NO_PROGRESS), seconds(5));

    // Then
    LoopVerdict verdict = rig.verdicts().get(0);
    assertThat(verdict.getTaskId()).isEqualTo(STRAY);
    assertThat(verdict.getSource()).isEqualTo(new Source(ANSWERS, 0, 0L, 32));
    assertThat(rig.counterValue(Metric.MISROUTED_RECORDS.id(), "topic", ANSWERS)).isEqualTo(1);
  }

  @Test
  void evaluationsWithoutEffectAreCountedByReason() {
    // Given
    ProgressEvaluation answer = answer(failTwice(AT_HOME), EvaluationVerdict.REGRESSIVE);
    ProgressEvaluation unknown = answer(failTwice(STRAY), EvaluationVerdict.REGRESSIVE);
    unknown.setRequestId("never asked");

    // When
    give(rig, answer, seconds(3));
    give(rig, answer, seconds(4));
    give(rig, unknown, seconds(5));

    // Then
    String dropped = Metric.EVALUATIONS_DROPPED.id();
    assertThat(rig.verdicts()).hasSize(1);
    assertThat(rig.counterValue(dropped, "reason", "repeated")).isEqualTo(1);
    assertThat(rig.counterValue(dropped, "reason", "unknown")).isEqualTo(1);
    assertThat(rig.deadLetters()).isEmpty();
  }

  /** An invalid evaluation, and the expected reason. */
  private record InvalidEvaluation(
      String name, String key, Consumer<ProgressEvaluation> how, String reason) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<InvalidEvaluation> wrong() {
    return Stream.of(
        new InvalidEvaluation("no key", null, answer -> {}, "key is required, was null"),
        new InvalidEvaluation("another task's key", "T9", answer -> {}, "key must equal taskId"),
        new InvalidEvaluation(
            "no request", AT_HOME, it -> it.setRequestId(""), "requestId must not be empty"),
        new InvalidEvaluation(
            "nobody", AT_HOME, it -> it.setEvaluator(""), "evaluator must not be empty"),
        new InvalidEvaluation(
            "an endless name",
            AT_HOME,
            it -> it.setEvaluator("x".repeat(1025)),
            "evaluator must be ≤ 1024 characters, was 1025"),
        new InvalidEvaluation(
            "an unknown word",
            AT_HOME,
            it -> it.setVerdict(EvaluationVerdict.UNKNOWN),
            "verdict is unknown; allowed: regressive, no_progress, external, reasoning"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void anInvalidEvaluationIsDeadLetteredWithoutBlocking(InvalidEvaluation wrong) {
    // Given
    ProgressEvaluationRequest question = failTwice(AT_HOME);
    ProgressEvaluation bad = answer(question, EvaluationVerdict.REGRESSIVE);
    wrong.how().accept(bad);
    Map<String, Object> before = StoreContents.all(rig.driver());
    byte[] key = wrong.key() == null ? null : bytes(wrong.key());

    // When
    rig.pipe(ANSWERS, key, EvaluatedRig.bytes(rig, bad), new RecordHeaders(), seconds(3));

    // Then
    assertThat(rig.deadLetters())
        .singleElement()
        .extracting(
            letter ->
                new String(
                    letter.headers().lastHeader("__streams.errors.message").value(),
                    StandardCharsets.UTF_8))
        .asString()
        .contains(wrong.reason());
    assertThat(StoreContents.all(rig.driver())).isEqualTo(before);
    give(rig, answer(question, EvaluationVerdict.REGRESSIVE), seconds(4));
    assertThat(rig.verdicts()).hasSize(1);
  }

  @Test
  void aNullEvaluationIsDeadLettered() {
    // Given
    ProgressEvaluationRequest question = failTwice(AT_HOME);

    // When
    rig.pipe(ANSWERS, bytes(AT_HOME), bytes("{\"verdict\":1}"), new RecordHeaders(), seconds(3));
    rig.pipe(ANSWERS, bytes(AT_HOME), null, new RecordHeaders(), seconds(3));

    // Then
    assertThat(rig.deadLetters()).hasSize(2);
    give(rig, answer(question, EvaluationVerdict.REGRESSIVE), seconds(4));
    assertThat(rig.verdicts()).hasSize(1);
  }
}
