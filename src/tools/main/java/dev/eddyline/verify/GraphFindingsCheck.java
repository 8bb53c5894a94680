package dev.eddyline.verify;

import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.GraphReport;
import dev.eddyline.topology.HomePartition;
import dev.eddyline.verify.Discrepancy.DiscrepancyKind;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.Schema.Field;

/**
 * Compares graph-findings with the expected findings of each graph that the journal shows as
 * activated. The topic is compacted: only the record of a workflow's newest activation must exist.
 * Activations during warm-up are not in a journal: their records only have to be correct.
 */
final class GraphFindingsCheck {

  private final List<Discrepancy> discrepancies = new ArrayList<>();
  private final Map<Long, PublishedGraph> graphs;
  private final String topic;
  private final int partitions;

  /** Partitions that warmed up with the inputs of another application. */
  private final Set<Integer> warmedUpPartitions;

  private GraphFindingsCheck(CommittedRun run) {
    topic = run.topics().name(TopicRole.WORKFLOW_GRAPHS);
    graphs =
        run.graphs().stream()
            .collect(Collectors.toMap(PublishedGraph::offset, Function.identity()));
    partitions = run.partitions();
    warmedUpPartitions =
        run.journal().stream()
            .filter(it -> it.getKind() == JournalKind.START && it.getAfterOffset() >= 0)
            .map(JournalEntry::getPartition)
            .collect(Collectors.toSet());
  }

  /** All discrepancies of a run. */
  static List<Discrepancy> discrepancies(CommittedRun run) {
    GraphFindingsCheck check = new GraphFindingsCheck(run);
    Map<String, List<JournalEntry>> switches =
        run.journal().stream()
            .filter(entry -> entry.getKind() == JournalKind.GRAPH && entry.getOffset() >= 0)
            .filter(entry -> isOnWorkflowPartition(entry, run.partitions()))
            .collect(
                Collectors.groupingBy(
                    JournalEntry::getWorkflow, TreeMap::new, Collectors.toList()));
    Map<String, List<CommittedRecord>> committed =
        run.recordsOf(TopicRole.GRAPH_FINDINGS).stream()
            .collect(
                Collectors.groupingBy(CommittedRecord::key, TreeMap::new, Collectors.toList()));
    TreeSet<String> workflows = new TreeSet<>(switches.keySet());
    workflows.addAll(committed.keySet());
    for (String workflow : workflows) {
      check.compare(
          workflow,
          switches.getOrDefault(workflow, List.of()),
          committed.getOrDefault(workflow, List.of()));
    }
    return List.copyOf(check.discrepancies);
  }

  private static boolean isOnWorkflowPartition(JournalEntry entry, int partitions) {
    return HomePartition.of(entry.getWorkflow(), partitions) == entry.getPartition();
  }

  private void compare(
      String workflow, List<JournalEntry> switches, List<CommittedRecord> committed) {
    List<GraphFindings> expected = switches.stream().map(it -> expected(it.getOffset())).toList();
    Deque<CommittedRecord> remaining = new ArrayDeque<>();
    for (CommittedRecord record : committed) {
      if (expected.stream().anyMatch(it -> hasSameSource(it, record))) {
        remaining.add(record);
      } else {
        reportUnexpectedFindings(DiscrepancyKind.DIFFERENT, workflow, record);
      }
    }
    // from the newest, because compaction removes older records
    for (int i = expected.size() - 1; i >= 0; i--) {
      if (!remaining.isEmpty() && hasSameSource(expected.get(i), remaining.getLast())) {
        compareFields(workflow, expected.get(i), remaining.removeLast());
      } else if (i == expected.size() - 1) {
        reportDiscrepancy(
            DiscrepancyKind.LOST,
            "the findings of the graph of workflow %s (%s, offset %d) are not committed",
            workflow,
            topic,
            switches.get(i).getOffset());
      }
    }
    remaining.forEach(
        record -> reportUnexpectedFindings(DiscrepancyKind.DOUBLED, workflow, record));
  }

  /** Reports a record without an activation; after a warm-up it only has to be correct. */
  private void reportUnexpectedFindings(
      DiscrepancyKind kind, String workflow, CommittedRecord record) {
    GraphFindings findings = (GraphFindings) record.value();
    boolean isPublished =
        findings == null
            || graphs.containsKey(findings.getSource().getOffset())
                && graphs.get(findings.getSource().getOffset()).workflow().equals(workflow);
    if (isPublished && warmedUpPartitions.contains(HomePartition.of(workflow, partitions))) {
      compareFields(
          workflow, findings == null ? null : expected(findings.getSource().getOffset()), record);
      return;
    }
    reportDiscrepancy(
        kind,
        "the findings of the graph of workflow %s at %s are not caused by an activation, or are"
            + " duplicates",
        workflow,
        record.position());
  }

  /** The expected findings of a graph record; null where the graph was withdrawn. */
  private GraphFindings expected(long offset) {
    Source source = new Source(topic, 0, offset, 0);
    return graphs
        .get(offset)
        .graph()
        .map(graph -> GraphReport.createGraphFindings(graph, source, Instant.EPOCH))
        .orElse(null);
  }

  /** Whether both refer to the same record of workflow-graphs, or both to its withdrawal. */
  private static boolean hasSameSource(GraphFindings expected, CommittedRecord record) {
    GraphFindings actual = (GraphFindings) record.value();
    return expected == null
        ? actual == null
        : actual != null && expected.getSource().equals(actual.getSource());
  }

  private void compareFields(String workflow, GraphFindings expected, CommittedRecord committed) {
    if (expected == null) {
      return;
    }
    for (Field field : expected.getSchema().getFields()) {
      Object expectedValue = expected.get(field.pos());
      Object actualValue = committed.value().get(field.pos());
      if (!field.name().equals("decidedAt") && !Objects.equals(expectedValue, actualValue)) {
        reportDiscrepancy(
            DiscrepancyKind.DIFFERENT,
            "the findings of the graph of workflow %s at %s have another %s: %s, by the rules %s",
            workflow,
            committed.position(),
            field.name(),
            actualValue,
            expectedValue);
      }
    }
  }

  private void reportDiscrepancy(DiscrepancyKind kind, String what, Object... args) {
    discrepancies.add(new Discrepancy(kind, what.formatted(args)));
  }
}
