package dev.eddyline.reference;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.source.GraphFiles;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Follows workflow-graphs. Once the existing graphs are read, the newest graph of each workflow is
 * checked in the background.
 */
public final class GraphFollower extends SnapshotFollower<PublishedGraph, GraphSnapshot>
    implements GraphSource {

  /** Names the topic's group and thread. */
  static final String TOPIC_KIND = "graphs";

  private final GraphCheckQueue checks = new GraphCheckQueue();
  private boolean isChecking;

  GraphFollower(
      GraphSnapshot configured,
      GraphRecords records,
      Function<ReferenceFollower.RecordHandler, ReferenceFollower> follower) {
    super(configured, records::read, GraphFollower::logFields, follower);
  }

  /**
   * A follower, not started yet, on top of the configured graphs; the caller closes the registry.
   *
   * @throws dev.eddyline.graph.model.InvalidGraphException when a configured graph is invalid
   */
  public static GraphFollower of(
      Settings settings, TopicCatalogue topics, SchemaRegistry registry, Metrics metrics) {
    return new GraphFollower(
        GraphFiles.load(settings.get(Setting.GRAPHS)),
        new GraphRecords(registry),
        reader ->
            ReferenceFollower.of(
                TOPIC_KIND, TopicRole.WORKFLOW_GRAPHS, settings, topics, reader, metrics));
  }

  @Override
  public void setFailureHandler(Consumer<Throwable> handler) {
    super.setFailureHandler(handler);
    checks.setFailureHandler(handler);
  }

  @Override
  public void start(Runnable whenRead) {
    super.start(
        () -> {
          whenRead.run();
          checks.start();
          isChecking = true;
          onNewSnapshot(current());
        });
  }

  @Override
  void onNewSnapshot(GraphSnapshot newest) {
    if (isChecking) {
      checks.enqueueGraphs(newest.inForce().values());
    }
  }

  @Override
  public Optional<LintResult> lintResultIfKnown(LoadedGraph graph) {
    Optional<LintResult> known = graph.cachedLintResult();
    if (known.isEmpty()) {
      checks.prioritizeGraph(graph);
    }
    return known;
  }

  @Override
  public void close() {
    super.close();
    checks.close();
  }

  private static Map<String, String> logFields(PublishedGraph change) {
    return Map.of("version", change.graph().map(LoadedGraph::version).orElse("configured"));
  }
}
