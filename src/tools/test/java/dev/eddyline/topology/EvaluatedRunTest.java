package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static dev.eddyline.topology.verdicts.EvaluatedRig.ANSWERS;
import static dev.eddyline.topology.verdicts.EvaluatedRig.answer;
import static dev.eddyline.topology.verdicts.EvaluatedRig.fails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.verdicts.EvaluatedRig;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Recomputation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * The outputs of a run with an evaluator can be recomputed from its inputs, including evaluations.
 */
class EvaluatedRunTest {

  private static final int PARTITIONS = 4;
  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String ROOT = keyOf(0, PARTITIONS);
  private static final String STRAY = keyOf(1, PARTITIONS);
  private static final String SUBTASK = keyOf(2, PARTITIONS);

  private final List<CommittedRecord> records = new ArrayList<>();
  private final List<CommittedRecord> questions = new ArrayList<>();

  @Test
  void anUnchangedRunIsConfirmed_andAMissingEvaluationIsReportedAsDiscrepancy() {
    // Given
    CommittedRun run;
    try (TopologyRig rig = EvaluatedRig.of(PARTITIONS)) {
      ask(rig, ROOT, null, 1);
      ask(rig, STRAY, null, 3);
      ask(rig, SUBTASK, ROOT, 5);
      reply(rig, 0, EvaluationVerdict.REGRESSIVE, seconds(10));
      reply(rig, 1, EvaluationVerdict.EXTERNAL, seconds(11));
      reply(rig, 2, EvaluationVerdict.NO_PROGRESS, seconds(12));
      reply(rig, 2, EvaluationVerdict.NO_PROGRESS, seconds(13));
      reply(rig, 1, EvaluationVerdict.UNKNOWN, seconds(14));
      List<TopicPosition> dead =
          rig.deadLetters().stream().map(it -> TopicPosition.ofDeadLetter(it.headers())).toList();
      assertThat(dead).containsExactly(new TopicPosition(ANSWERS, 0, 4));
      records.addAll(questions);
      published(rig, TopicRole.LOOP_VERDICTS, LoopVerdict.class);
      published(rig, TopicRole.GATE_TRIGGERS, GateTrigger.class);
      published(rig, TopicRole.LOOP_RESETS, LoopReset.class);
      published(rig, TopicRole.LOOP_MEMORY, LoopMemory.class);
      published(rig, TopicRole.EDDYLINE_SIGNALS, Signal.class);
      assertThat(records).filteredOn(it -> it.value() instanceof LoopVerdict).hasSize(3);
      run =
          new CommittedRun(
              TOPICS, PARTITIONS, records, rig.wholeJournal(), dead, List.of(), List.of());
    }

    // When / Then
    assertThat(Recomputation.discrepancies(run, EvaluatedRig.POLICIES)).isEmpty();
    List<CommittedRecord> fewer = new ArrayList<>(run.records());
    fewer.removeIf(it -> it.position().equals(new TopicPosition(ANSWERS, 0, 0)));
    CommittedRun without =
        new CommittedRun(
            TOPICS, PARTITIONS, fewer, run.journal(), run.deadLetters(), List.of(), List.of());
    assertThat(Recomputation.discrepancies(without, EvaluatedRig.POLICIES))
        .extracting(Discrepancy::toString)
        .anyMatch(discrepancyText -> discrepancyText.contains("progress-evaluations 0@0"));
  }

  private void ask(TopologyRig rig, String task, String root, int second) {
    for (int i = 0; i < 2; i++) {
      AgentEvent event = fails(task, task + "-" + i, seconds(second + i));
      event.setRootTaskId(root);
      pipeAndRecord(rig, EVENTS, task, event, rig.bytes(EVENTS, event), event.getOccurredAt());
    }
    for (TestRecord<String, ProgressEvaluationRequest> requestRecord :
        EvaluatedRig.publishedEvaluationRequests(rig)) {
      TopicPosition at =
          new TopicPosition(
              TOPICS.name(TopicRole.PROGRESS_EVALUATION_REQUESTS), 0, questions.size());
      questions.add(
          new CommittedRecord(
              at, requestRecord.timestamp(), requestRecord.key(), requestRecord.value()));
    }
  }

  private void reply(TopologyRig rig, int question, EvaluationVerdict verdict, Instant at) {
    ProgressEvaluation answer =
        answer((ProgressEvaluationRequest) questions.get(question).value(), verdict);
    pipeAndRecord(rig, ANSWERS, answer.getTaskId(), answer, EvaluatedRig.bytes(rig, answer), at);
  }

  private void pipeAndRecord(
      TopologyRig rig, String topic, String key, SpecificRecord value, byte[] bytes, Instant at) {
    rig.pipe(topic, TopologyRig.bytes(key), bytes, new RecordHeaders(), at);
    long offset = records.stream().filter(it -> it.position().topic().equals(topic)).count();
    records.add(
        new CommittedRecord(new TopicPosition(topic, 0, offset), at.toEpochMilli(), key, value));
  }

  private <T extends SpecificRecord> void published(
      TopologyRig rig, TopicRole role, Class<T> type) {
    long offset = 0;
    for (TestRecord<String, T> record : rig.published(TOPICS.name(role), type)) {
      TopicPosition at = new TopicPosition(TOPICS.name(role), 0, offset++);
      records.add(new CommittedRecord(at, record.timestamp(), record.key(), record.value()));
    }
  }
}
