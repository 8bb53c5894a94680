package dev.eddyline.reference;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.graph.source.GraphFiles;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.published.ConfigSnapshot;
import dev.eddyline.published.PublishedConfig;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The policies and graphs that are in force now: the configured and the published ones.
 *
 * @param policies the policies
 * @param graphs the graphs
 */
public record ConfigInForce(Policies policies, GraphSnapshot graphs) {

  /**
   * Reads both once. A record that is invalid changes nothing, as in the processor.
   *
   * @param limit time limit of each topic
   * @throws org.apache.kafka.common.KafkaException when a topic cannot be read, or not in time
   */
  public static ConfigInForce read(
      Settings settings, TopicCatalogue topics, SchemaRegistry registry, Duration limit) {
    PolicySnapshot policies =
        read(
            PolicySnapshot.of(Policies.load(settings.get(Setting.POLICY))),
            new PolicyRecords(registry)::read,
            handler ->
                WholeTopicReader.read(
                    settings,
                    PolicyFollower.TOPIC_KIND,
                    TopicRole.LOOP_POLICIES,
                    topics,
                    limit,
                    handler));
    GraphSnapshot graphs =
        read(
            GraphFiles.load(settings.get(Setting.GRAPHS)),
            new GraphRecords(registry)::read,
            handler ->
                WholeTopicReader.read(
                    settings,
                    GraphFollower.TOPIC_KIND,
                    TopicRole.WORKFLOW_GRAPHS,
                    topics,
                    limit,
                    handler));
    return new ConfigInForce(policies.effectivePolicies(), graphs);
  }

  /** Reads a topic and passes each record on. */
  @FunctionalInterface
  private interface TopicReading {
    void passEachRecordTo(java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> handler);
  }

  private static <P extends PublishedConfig, S extends ConfigSnapshot<P, S>> S read(
      S configured, Function<ConsumerRecord<byte[], byte[]>, P> decode, TopicReading topic) {
    List<P> changes = new ArrayList<>();
    topic.passEachRecordTo(
        record -> {
          try {
            changes.add(decode.apply(record));
          } catch (RegistryUnavailableException notTheRecord) {
            throw notTheRecord;
          } catch (RuntimeException invalid) {
            // the processor dead-letters it
          }
        });
    return configured.withChanges(changes);
  }
}
