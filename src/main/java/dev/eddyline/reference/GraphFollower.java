package dev.eddyline.reference;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphFiles;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.graph.GraphSource;
import dev.eddyline.graph.PublishedGraph;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Follows workflow-graphs. What is wrong with a graph is sought here, on the follower's thread: it
 * may take seconds, in which the partitions go on.
 */
public final class GraphFollower extends SnapshotFollower<PublishedGraph, GraphSnapshot>
    implements GraphSource {

  /** What is read, as its group and thread are named. */
  static final String WHAT = "graphs";

  GraphFollower(
      GraphSnapshot configured,
      GraphRecords records,
      Function<ReferenceFollower.Reader, ReferenceFollower> follower) {
    super(configured, record -> checked(records, record), change -> inWords(change), follower);
  }

  /**
   * A follower that stands still until it is started, over the graphs of the settings; the registry
   * stays the caller's to close.
   *
   * @throws dev.eddyline.graph.InvalidGraphException when one of the settings' graphs is wrong
   */
  public static GraphFollower of(
      Settings settings, TopicCatalogue topics, SchemaRegistry registry, Metrics metrics) {
    return new GraphFollower(
        GraphFiles.load(settings.get(Setting.GRAPHS)),
        new GraphRecords(registry),
        reader ->
            ReferenceFollower.of(
                WHAT, TopicRole.WORKFLOW_GRAPHS, settings, topics, reader, metrics));
  }

  private static PublishedGraph checked(
      GraphRecords records, ConsumerRecord<byte[], byte[]> record) {
    PublishedGraph change = records.read(record);
    change.graph().ifPresent(FollowedGraph::findings);
    return change;
  }

  private static Map<String, String> inWords(PublishedGraph change) {
    return Map.of(
        "version", change.graph().map(FollowedGraph::version).orElse("configured"),
        "findings",
            change.graph().map(it -> Integer.toString(it.findings().size())).orElse("none"));
  }
}
