package dev.eddyline.topology;

import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.GraphState;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicRole;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The graphs that a partition checks its tasks against. */
final class PartitionGraphs extends PartitionConfig<PublishedGraph, GraphSnapshot, GraphState> {

  private static final Logger LOG = LoggerFactory.getLogger(PartitionGraphs.class);

  private final boolean isFirstStart;
  private final GraphSource source;
  private final Predicate<String> isHomePartition;

  /** Workflows whose graph findings are still to be published. */
  private final Set<String> workflowsWithFindingsDue = new TreeSet<>();

  /**
   * Graph findings that are due.
   *
   * @param findings null where the graph was withdrawn
   * @param now the time of publication
   */
  record DueFindings(String workflow, GraphFindings findings, Instant now) {}

  /**
   * The graphs in the store.
   *
   * @param isFirstStart whether this is the partition's first start: an empty store does not show
   *     it
   * @param isHome whether the partition is a workflow's home, which publishes its graph findings
   */
  PartitionGraphs(
      GraphSource source,
      KeyValueStore<String, GraphState> store,
      boolean isFirstStart,
      Predicate<String> isHome) {
    super(
        source::current,
        store,
        GraphState::getOffset,
        (workflow, state) -> toPublishedGraph(workflow, state, source.current()));
    this.isFirstStart = isFirstStart;
    this.source = source;
    this.isHomePartition = isHome;
    storedStateByWorkflow().forEach(this::addWorkflowIfFindingsDue);
  }

  /**
   * The graphs of the context's partition.
   *
   * @param partitions partition count of the inputs
   */
  static PartitionGraphs of(
      GraphSource source, ProcessorContext<?, ?> context, Journal journal, int partitions) {
    int ownPartition = context.taskId().partition();
    return new PartitionGraphs(
        source,
        context.getStateStore(EddylineTopology.GRAPH_STORE),
        !journal.isFirstStartJournaled(),
        workflow -> HomePartition.of(workflow, partitions) == ownPartition);
  }

  @Override
  boolean isFirstStart(boolean isBlank) {
    return isFirstStart;
  }

  private void addWorkflowIfFindingsDue(String workflow, GraphState state) {
    if (state.getFindingsDue()) {
      workflowsWithFindingsDue.add(workflow);
    }
  }

  private static PublishedGraph toPublishedGraph(
      String workflow, GraphState state, GraphSnapshot read) {
    if (state.getGraph() == null) {
      return PublishedGraph.withdrawn(workflow, state.getOffset());
    }
    var text = GraphRecords.text(state.getGraph());
    PublishedGraph current = read.published().get(workflow);
    if (current != null
        && current.graph().isPresent()
        && current.text().equals(Optional.of(text))) {
      // parsed once for all partitions
      return new PublishedGraph(workflow, state.getOffset(), current.text(), current.graph());
    }
    try {
      return PublishedGraph.of(workflow, state.getOffset(), text);
    } catch (InvalidGraphException invalid) {
      // an earlier version of the program accepted it
      LOG.atError()
          .addKeyValue("workflow", workflow)
          .addKeyValue("offset", state.getOffset())
          .addKeyValue("reason", invalid.getMessage())
          .log("graph unreadable: this version cannot parse it, using the configuration");
      return PublishedGraph.unreadable(workflow, state.getOffset(), text);
    }
  }

  @Override
  GraphState createStoredState(String workflow, GraphSnapshot now) {
    PublishedGraph published = now.published().get(workflow);
    GraphState stored = storedStateByWorkflow().get(workflow);
    long offset = now.newestPublishedOffset(workflow);
    boolean isNew = stored == null || stored.getOffset() != offset;
    return new GraphState(
        offset,
        published == null
            ? null
            : published.text().map(text -> GraphRecords.value(text, null, null)).orElse(null),
        now.of(workflow).map(LoadedGraph::version).orElse(null),
        isNew ? offset >= 0 && isHomePartition.test(workflow) : stored.getFindingsDue());
  }

  @Override
  ConfigActivation createActivation(String workflow, GraphSnapshot now, GraphState state) {
    addWorkflowIfFindingsDue(workflow, state);
    return new ConfigActivation(
        JournalKind.GRAPH,
        TopicRole.WORKFLOW_GRAPHS,
        workflow,
        state.getOffset(),
        null,
        state.getVersion());
  }

  /**
   * Takes the due findings that are known by now, each once; to be called after {@link
   * #applyChanges}. Graphs that are still being checked remain due.
   *
   * @param topic the topic that the graphs are published on
   */
  List<DueFindings> drainDueFindings(String topic, Instant now) {
    List<DueFindings> outputs = new ArrayList<>();
    for (String workflow : List.copyOf(workflowsWithFindingsDue)) {
      GraphState state = storedStateByWorkflow().get(workflow);
      Optional<LoadedGraph> graph =
          Optional.ofNullable(snapshotInUse().published().get(workflow))
              .flatMap(PublishedGraph::graph);
      Optional<LintResult> check = graph.flatMap(source::lintResultIfKnown);
      if (graph.isPresent() && check.isEmpty()) {
        continue;
      }
      Source place = new Source(topic, 0, state.getOffset(), 0);
      GraphFindings findings =
          graph.map(it -> GraphReport.createGraphFindings(it, place, now)).orElse(null);
      outputs.add(new DueFindings(workflow, findings, now));
      workflowsWithFindingsDue.remove(workflow);
      storeState(
          workflow, new GraphState(state.getOffset(), state.getGraph(), state.getVersion(), false));
    }
    return outputs;
  }
}
