package dev.eddyline.app;

import dev.eddyline.config.Settings;
import dev.eddyline.meaning.LoopMeanings;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.policy.Policies;
import dev.eddyline.reference.GraphFollower;
import dev.eddyline.reference.MemoryFollower;
import dev.eddyline.reference.PolicyFollower;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import java.util.function.Consumer;

/**
 * The followers of reference topics, each on a thread of its own.
 *
 * @param policies the policies
 * @param graphs the workflows' graphs
 * @param memory the loop memory
 */
record ReferenceFollowers(PolicyFollower policies, GraphFollower graphs, MemoryFollower memory)
    implements AutoCloseable {

  /**
   * Followers that are not started yet.
   *
   * @param configured the configured policies
   * @param registry closed by the caller
   */
  static ReferenceFollowers of(
      Policies configured,
      Settings settings,
      TopicCatalogue topics,
      SchemaRegistry registry,
      Metrics metrics) {
    var loopSimilarity = LoopMeanings.createNonBlockingSimilarity(settings, metrics.registry());
    return new ReferenceFollowers(
        PolicyFollower.of(configured, settings, topics, registry, metrics),
        GraphFollower.of(settings, topics, registry, metrics),
        MemoryFollower.of(settings, topics, registry, metrics, loopSimilarity));
  }

  /**
   * Starts the followers.
   *
   * @param onRead called once, when the existing policies and graphs are known
   * @param onFailure called when an error ended one of them
   */
  void start(Runnable onRead, Consumer<Throwable> onFailure) {
    policies.setFailureHandler(onFailure);
    graphs.setFailureHandler(onFailure);
    memory.setFailureHandler(onFailure);
    policies.start(() -> graphs.start(onRead));
    memory.start();
  }

  @Override
  public void close() {
    policies.close();
    memory.close();
    graphs.close();
  }
}
