package dev.eddyline.verify;

import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.List;
import java.util.Objects;

/**
 * All inputs and outputs of a processor, as committed in its topics.
 *
 * @param topics the topics
 * @param partitions partition count of each input
 * @param records events, decisions, evaluations, signals, verdicts, gate triggers, resets, decision
 *     receipts, evaluation requests, loop memory and graph findings, each partition of each topic
 *     in the order of its offsets
 * @param journal the journal, each of its partitions in the order of its offsets
 * @param deadLetters positions at which dead-lettered records were processed
 * @param policies valid records of loop-policies
 * @param graphs valid records of workflow-graphs
 */
public record CommittedRun(
    TopicCatalogue topics,
    int partitions,
    List<CommittedRecord> records,
    List<JournalEntry> journal,
    List<CommittedRecord.TopicPosition> deadLetters,
    List<PublishedPolicy> policies,
    List<PublishedGraph> graphs) {

  /** The inputs of the processor. */
  static final List<TopicRole> INPUTS =
      List.of(
          TopicRole.AGENT_EVENTS,
          TopicRole.GATE_DECISIONS,
          TopicRole.PROGRESS_EVALUATIONS,
          TopicRole.EDDYLINE_SIGNALS);

  /** The outputs that the order of inputs determines. */
  static final List<TopicRole> OUTPUTS =
      List.of(
          TopicRole.LOOP_VERDICTS,
          TopicRole.GATE_TRIGGERS,
          TopicRole.LOOP_RESETS,
          TopicRole.DECISION_RECEIPTS,
          TopicRole.PROGRESS_EVALUATION_REQUESTS,
          TopicRole.EDDYLINE_SIGNALS);

  public CommittedRun {
    Objects.requireNonNull(topics, "topics");
    records = List.copyOf(records);
    journal = List.copyOf(journal);
    deadLetters = List.copyOf(deadLetters);
    policies = List.copyOf(policies);
    graphs = List.copyOf(graphs);
  }

  /** The records of a topic. */
  public List<CommittedRecord> recordsOf(TopicRole topic) {
    String name = topics.name(topic);
    return records.stream().filter(record -> record.position().topic().equals(name)).toList();
  }

  /** The records of one partition of a topic. */
  List<CommittedRecord> recordsOf(TopicRole topic, int partition) {
    return recordsOf(topic).stream()
        .filter(record -> record.position().partition() == partition)
        .toList();
  }

  /** The journal of one partition of the processor. */
  List<JournalEntry> journal(int partition) {
    return journal.stream().filter(entry -> entry.getPartition() == partition).toList();
  }
}
