package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.decision;
import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyEvents.failureBelow;
import static dev.eddyline.topology.TopologyEvents.question;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Transition;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.Recomputation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;

/**
 * The outputs of a run with all inputs that affect the order: decisions, misrouted records, a
 * subtask's progress and loops, root updates, policy and graph activations, dead letters and loop
 * memory. Tests manipulate it, including its records.
 */
final class JournalledRun {

  static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  static final String DECISIONS = TOPICS.name(TopicRole.GATE_DECISIONS);
  static final String SIGNALS = TOPICS.name(TopicRole.EDDYLINE_SIGNALS);
  static final String FINDINGS = TOPICS.name(TopicRole.GRAPH_FINDINGS);
  static final String VERDICTS = TOPICS.name(TopicRole.LOOP_VERDICTS);

  private static final int PARTITIONS = 4;

  static final String ROOT = keyOf(0, PARTITIONS);
  static final String MISROUTED_TASK_ID = keyOf(1, PARTITIONS);
  static final String SUBTASK = keyOf(2, PARTITIONS);

  /** A key with home partition 0, like the root's. */
  static final String GRAPH_TASK_ID =
      IntStream.range(0, 1000)
          .mapToObj(number -> "W" + number)
          .filter(key -> HomePartition.of(key, PARTITIONS) == 0)
          .findFirst()
          .orElseThrow();

  private final List<CommittedRecord> records = new ArrayList<>();
  private final List<JournalEntry> journal = new ArrayList<>();
  private final List<TopicPosition> deadLetters = new ArrayList<>();
  private final List<PublishedPolicy> policies = new ArrayList<>();
  private final List<PublishedGraph> graphs = new ArrayList<>();

  JournalledRun() {
    TestPolicySource published = new TestPolicySource();
    TestGraphSource followed = new TestGraphSource();
    var parts =
        TopologyRig.parts(
                TOPICS, PARTITIONS, StoreType.IN_MEMORY, TopologyRig.mockRegistry(), published)
            .withGraphs(followed);
    try (TopologyRig rig = new TopologyRig(parts)) {
      pipeAndRecord(rig, EVENTS, ROOT, failure(ROOT, "e-1", seconds(1)));
      pipeAndRecord(
          rig, DECISIONS, ROOT, decision(ROOT, "d-1", seconds(2), Decision.APPROVE, null));
      pipeAndRecord(rig, EVENTS, ROOT, failure(ROOT, "e-2", seconds(3)));
      pipeAndRecord(rig, EVENTS, ROOT, failure(ROOT, "e-3", seconds(4)));
      pipeAndRecord(
          rig, DECISIONS, ROOT, decision(ROOT, "d-2", seconds(5), Decision.APPROVE, null));
      pipeAndRecord(rig, EVENTS, MISROUTED_TASK_ID, failure(MISROUTED_TASK_ID, "s-1", seconds(6)));
      pipeAndRecord(rig, EVENTS, MISROUTED_TASK_ID, failure(MISROUTED_TASK_ID, "s-2", seconds(7)));
      pipeAndRecord(rig, EVENTS, SUBTASK, failureBelow(ROOT, SUBTASK, "u-1", seconds(8)));
      pipeAndRecord(rig, EVENTS, SUBTASK, failureBelow(ROOT, SUBTASK, "u-2", seconds(9)));
      pipeAndRecord(rig, EVENTS, "another", failure(ROOT, "bad", seconds(10)));
      pipeAndRecord(
          rig, DECISIONS, ROOT, decision(ROOT, "d-3", seconds(11), Decision.REJECT, "none"));
      pipeAndRecord(rig, EVENTS, SUBTASK, failureBelow(ROOT, SUBTASK, "u-3", seconds(12)));
      pipeAndRecord(
          rig, DECISIONS, ROOT, decision(ROOT, "d-4", seconds(13), Decision.REJECT, null));
      pipeAndRecord(rig, EVENTS, ROOT, question(ROOT, "e-4", seconds(14)));
      published.put(PublishedPolicy.DEFAULT, 7, "ours");
      policies.addAll(published.current().published().values());
      pipeAndRecord(rig, EVENTS, ROOT, failure(ROOT, "p-1", seconds(15)));
      pipeAndRecord(rig, EVENTS, ROOT, failure(ROOT, "p-2", seconds(16)));
      pipeAndRecord(rig, EVENTS, ROOT, failure(ROOT, "p-3", seconds(17)));
      followed.put(GRAPH_TASK_ID, 2, TestGraphSource.cyclicGraphYaml("round"));
      graphs.addAll(followed.current().published().values());
      for (int step = 0; step < 6; step++) {
        boolean there = step % 2 == 0;
        var transition =
            new Transition(there ? "build" : "test", there ? "test" : "build", "again", false);
        AgentEvent event = event(GRAPH_TASK_ID, "w-" + step, seconds(20 + step), transition);
        event.setWorkflow(GRAPH_TASK_ID);
        pipeAndRecord(rig, EVENTS, GRAPH_TASK_ID, event);
      }
      AgentEvent offGraph =
          event(
              GRAPH_TASK_ID, "w-off", seconds(30), new Transition("test", "guess", "again", false));
      offGraph.setWorkflow(GRAPH_TASK_ID);
      pipeAndRecord(rig, EVENTS, GRAPH_TASK_ID, offGraph);
      rig.driver().advanceWallClockTime(Duration.ofSeconds(1));
      published(rig, TopicRole.GRAPH_FINDINGS, GraphFindings.class);
      published(rig, TopicRole.LOOP_VERDICTS, LoopVerdict.class);
      published(rig, TopicRole.GATE_TRIGGERS, GateTrigger.class);
      published(rig, TopicRole.LOOP_RESETS, LoopReset.class);
      published(rig, TopicRole.DECISION_RECEIPTS, DecisionReceipt.class);
      published(rig, TopicRole.LOOP_MEMORY, LoopMemory.class);
      published(rig, TopicRole.EDDYLINE_SIGNALS, Signal.class);
      journal.addAll(rig.wholeJournal());
      rig.deadLetters()
          .forEach(letter -> deadLetters.add(TopicPosition.ofDeadLetter(letter.headers())));
    }
  }

  private void pipeAndRecord(TopologyRig rig, String topic, String key, AgentEvent event) {
    byte[] value = rig.bytes(topic, event);
    rig.pipe(topic, TopologyRig.bytes(key), value, new RecordHeaders(), event.getOccurredAt());
    long offset = records.stream().filter(it -> it.position().topic().equals(topic)).count();
    long time = event.getOccurredAt().toEpochMilli();
    records.add(new CommittedRecord(new TopicPosition(topic, 0, offset), time, key, event));
  }

  private <T extends SpecificRecord> void published(
      TopologyRig rig, TopicRole role, Class<T> type) {
    long offset = 0;
    for (TestRecord<String, T> record : rig.published(TOPICS.name(role), type)) {
      TopicPosition at = new TopicPosition(TOPICS.name(role), 0, offset++);
      records.add(new CommittedRecord(at, record.timestamp(), record.key(), record.value()));
    }
  }

  /** Asserts that the recomputed outputs equal those of the run. */
  void assertVerificationPasses() {
    var run = new CommittedRun(TOPICS, PARTITIONS, records, journal, deadLetters, policies, graphs);
    Policies configured = Policies.ofSinglePolicy(Policies.preset("default"));
    assertThat(
            Recomputation.discrepancies(
                run, configured, List.of(GraphSnapshot.NONE), DecisionRules.REPLAYED))
        .isEmpty();
  }

  /** Asserts that the verification fails with these words. */
  void assertVerificationFailsWith(String... words) {
    assertThatThrownBy(this::assertVerificationPasses)
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(words);
  }

  List<CommittedRecord> records() {
    return records;
  }

  List<JournalEntry> journal() {
    return journal;
  }

  List<TopicPosition> deadLetters() {
    return deadLetters;
  }

  List<PublishedPolicy> policies() {
    return policies;
  }

  List<PublishedGraph> graphs() {
    return graphs;
  }

  /** The journal's record of an input. */
  JournalEntry entry(String topic, long offset) {
    return journal.stream()
        .filter(entry -> entry.getTopic().equals(topic) && entry.getOffset() == offset)
        .findFirst()
        .orElseThrow();
  }

  /** The verdict on an event. */
  LoopVerdict verdict(String eventId) {
    return value(LoopVerdict.class, verdict -> verdict.getEventId().equals(eventId));
  }

  /** The first root update. */
  CommittedRecord firstRootUpdate() {
    return records.stream()
        .filter(it -> it.value() instanceof Signal signal && signal.getBody() instanceof RootNews)
        .findFirst()
        .orElseThrow();
  }

  /** The first value of this type that matches. */
  <T> T value(Class<T> type, Predicate<T> which) {
    return records.stream()
        .map(CommittedRecord::value)
        .filter(type::isInstance)
        .map(type::cast)
        .filter(which)
        .findFirst()
        .orElseThrow();
  }
}
