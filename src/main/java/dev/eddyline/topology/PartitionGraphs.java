package dev.eddyline.topology;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.graph.GraphSource;
import dev.eddyline.graph.InvalidGraphException;
import dev.eddyline.graph.PublishedGraph;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.GraphState;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The graphs on which a partition follows its tasks. */
final class PartitionGraphs extends PartitionReference<PublishedGraph, GraphSnapshot, GraphState> {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionGraphs.class);

  private final boolean isFirstStart;

  /**
   * The graphs that the store holds.
   *
   * @param isFirstStart whether the partition takes its first records: without a graph the store
   *     tells nothing
   */
  PartitionGraphs(
      GraphSource source, KeyValueStore<String, GraphState> store, boolean isFirstStart) {
    super(
        source::current,
        store,
        GraphState::getOffset,
        (workflow, state) -> published(workflow, state, source.current()));
    this.isFirstStart = isFirstStart;
  }

  /** The graphs of the partition whose store this is. */
  static PartitionGraphs of(GraphSource source, ProcessorContext<?, ?> context, Journal journal) {
    return new PartitionGraphs(
        source, context.getStateStore(EddylineTopology.GRAPH_STORE), !journal.hasBegun());
  }

  @Override
  boolean isFirstStart(boolean isBlank) {
    return isFirstStart;
  }

  private static PublishedGraph published(String workflow, GraphState state, GraphSnapshot read) {
    if (state.getGraph() == null) {
      return PublishedGraph.withdrawn(workflow, state.getOffset());
    }
    var text = GraphRecords.text(state.getGraph());
    PublishedGraph known = read.published().get(workflow);
    if (known != null && known.graph().isPresent() && known.text().equals(Optional.of(text))) {
      // read once for all partitions
      return new PublishedGraph(workflow, state.getOffset(), known.text(), known.graph());
    }
    try {
      return PublishedGraph.of(workflow, state.getOffset(), text);
    } catch (InvalidGraphException refused) {
      // an earlier version of the program took it
      LOG.atError()
          .addKeyValue("workflow", workflow)
          .addKeyValue("offset", state.getOffset())
          .addKeyValue("reason", refused.getMessage())
          .log("a graph in use cannot be read any more: the configuration decides, put a new one");
      return PublishedGraph.unreadable(workflow, state.getOffset(), text);
    }
  }

  @Override
  GraphState state(String workflow, GraphSnapshot now) {
    PublishedGraph published = now.published().get(workflow);
    return new GraphState(
        now.offset(workflow),
        published == null
            ? null
            : published.text().map(text -> GraphRecords.value(text, null, null)).orElse(null),
        now.of(workflow).map(FollowedGraph::version).orElse(null));
  }

  @Override
  Switch told(String workflow, GraphSnapshot now, GraphState state) {
    return new Switch(
        JournalKind.GRAPH,
        TopicRole.WORKFLOW_GRAPHS,
        workflow,
        state.getOffset(),
        null,
        state.getVersion());
  }

  /**
   * Whether this partition tells what is wrong with what a workflow was switched to: of what is
   * published, the one that the workflow's name is at home in.
   */
  boolean isTold(Switch change, int partition, int partitions) {
    return change.kind() == JournalKind.GRAPH
        && change.offset() >= 0
        && HomePartition.of(change.workflow(), partitions) == partition;
  }

  /** What is wrong with the graph that a workflow was switched to; null where it was taken back. */
  GraphFindings findings(Switch change, String topic, Instant now) {
    Source source = new Source(topic, 0, change.offset(), 0);
    return Optional.ofNullable(used().published().get(change.workflow()))
        .flatMap(PublishedGraph::graph)
        .map(graph -> GraphReport.of(graph, source, now))
        .orElse(null);
  }
}
