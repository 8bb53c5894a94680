package dev.eddyline.cluster;

import static org.apache.kafka.common.config.TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG;

import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Compares the catalogue with a cluster and creates missing topics; changes no existing one. Every
 * method throws {@link ClusterUnreachableException} or {@link ClusterRefusedException} where it
 * applies.
 */
public final class TopicAdmin implements AutoCloseable {

  /** The replication factor that selects the broker's default. */
  public static final short BROKER_DEFAULT = -1;

  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
  private static final String CREATE_COMMAND = "run: eddyline topics --create";

  private final TopicCatalogue catalogue;
  private final AdminCalls calls;

  /**
   * Compares this catalogue with the cluster that the client configuration names.
   *
   * @param clientConfig Kafka's own client properties, bootstrap.servers among them
   * @param limit longest wait for one response of the cluster, more than 0
   */
  public TopicAdmin(TopicCatalogue catalogue, Map<String, ?> clientConfig, Duration limit) {
    this.catalogue = catalogue;
    this.calls = new AdminCalls(clientConfig, limit);
  }

  /** All differences between the cluster and the catalogue, in the catalogue's order. */
  public List<TopicDifference> differences() {
    return differences(actualTopics(catalogue.all()));
  }

  /**
   * Creates missing topics and returns when they are visible; existing ones are not changed.
   * TopicsNotReadyException names the topics that could not be created.
   *
   * @param replicationFactor replicas of each partition, or {@link #BROKER_DEFAULT}
   */
  public TopicCreation create(short replicationFactor) {
    Map<String, ActualTopic> before = actualTopics(catalogue.all());
    List<NewTopic> missing =
        catalogue.all().stream()
            .filter(topic -> !before.containsKey(topic.name()))
            .map(
                topic ->
                    new NewTopic(topic.name(), topic.partitions(), replicationFactor)
                        .configs(topic.settings()))
            .toList();
    Map<String, KafkaFuture<Void>> answers = calls.admin().createTopics(missing).values();
    List<String> created = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (NewTopic topic : missing) {
      try {
        calls.await("create topic " + topic.name(), answers.get(topic.name()));
        created.add(topic.name());
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          problems.add(topic.name() + ": could not be created: " + e.getCause().getMessage());
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new TopicsNotReadyException(problems);
    }
    return new TopicCreation(created, differencesAfterCreation());
  }

  /**
   * The partition count of the inputs. Throws TopicsNotReadyException when the processor must not
   * start: a topic is missing, the inputs are not co-partitioned or their senders set the
   * timestamps, or a reference topic has several partitions.
   */
  public int requireTopicsReady() {
    Map<String, ActualTopic> actual = actualTopics(catalogue.ofProcessor());
    List<String> problems = new ArrayList<>();
    requirePresent(catalogue.ofProcessor(), actual, problems);
    int partitions = requireEqualPartitions(catalogue.inputs(), actual, problems);
    requireReferences(actual, problems);
    if (!problems.isEmpty()) {
      throw new TopicsNotReadyException(problems);
    }
    return partitions;
  }

  /**
   * The partition count of the topics of OTLP. Throws TopicsNotReadyException when the mapper must
   * not start, for the same reasons.
   */
  public int requireMapperTopicsReady() {
    List<TopicSpec> needed = new ArrayList<>(catalogue.mapperInputs());
    needed.add(catalogue.topic(TopicRole.AGENT_EVENTS));
    needed.add(catalogue.topic(TopicRole.AGENT_EVENTS_DLQ));
    Map<String, ActualTopic> actual = actualTopics(needed);
    List<String> problems = new ArrayList<>();
    requirePresent(needed, actual, problems);
    int partitions = requireEqualPartitions(catalogue.mapperInputs(), actual, problems);
    if (!problems.isEmpty()) {
      throw new TopicsNotReadyException(problems);
    }
    return partitions;
  }

  private static void requirePresent(
      Collection<TopicSpec> needed, Map<String, ActualTopic> actual, List<String> problems) {
    for (TopicSpec topic : needed) {
      if (!actual.containsKey(topic.name())) {
        problems.add(TopicDifference.missing(topic.name()) + "; " + CREATE_COMMAND);
      }
    }
  }

  /** The partition count of these topics; 0 where all of them are missing. */
  private static int requireEqualPartitions(
      List<TopicSpec> inputs, Map<String, ActualTopic> actual, List<String> problems) {
    Map<String, Integer> partitions = new LinkedHashMap<>();
    for (TopicSpec input : inputs) {
      ActualTopic topic = actual.get(input.name());
      if (topic != null) {
        partitions.put(input.name(), topic.partitions());
        checkLogAppendTime(input, topic, problems);
      }
    }
    if (partitions.values().stream().distinct().count() > 1) {
      problems.add(
          "the topics that Eddyline reads must have equally many partitions, have "
              + partitions
              + "; delete those that are wrong (adding partitions would move keys away from their"
              + " history), then "
              + CREATE_COMMAND);
    }
    return partitions.values().stream().findFirst().orElse(0);
  }

  private void requireReferences(Map<String, ActualTopic> actual, List<String> problems) {
    for (TopicSpec reference : catalogue.references()) {
      ActualTopic topic = actual.get(reference.name());
      if (topic != null) {
        topic.differencesFrom(reference).stream()
            .filter(difference -> difference.what().equals(TopicDifference.PARTITIONS))
            .forEach(
                difference ->
                    problems.add(difference + "; delete the topic, then " + CREATE_COMMAND));
      }
    }
  }

  private static void checkLogAppendTime(
      TopicSpec input, ActualTopic actual, List<String> problems) {
    String expected = input.timestamps().kafkaName();
    String found = actual.setting(MESSAGE_TIMESTAMP_TYPE_CONFIG);
    if (!expected.equals(found)) {
      problems.add(
          "%s; run: kafka-configs --alter --entity-type topics --entity-name %s --add-config %s=%s"
              .formatted(
                  new TopicDifference(input.name(), MESSAGE_TIMESTAMP_TYPE_CONFIG, expected, found),
                  input.name(),
                  MESSAGE_TIMESTAMP_TYPE_CONFIG,
                  expected));
    }
  }

  private List<TopicDifference> differencesAfterCreation() {
    long end = System.nanoTime() + calls.responseTimeout().toNanos();
    List<TopicDifference> found = differences();
    while (found.stream().anyMatch(TopicDifference::isMissing) && System.nanoTime() < end) {
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
      found = differences();
    }
    return found;
  }

  /** The retention of existing topics, by name; empty for unlimited. */
  public Map<String, Optional<Duration>> retentions() {
    Map<String, Optional<Duration>> retentions = new LinkedHashMap<>();
    actualTopics(catalogue.all()).forEach((name, topic) -> retentions.put(name, topic.retention()));
    return retentions;
  }

  private List<TopicDifference> differences(Map<String, ActualTopic> actual) {
    List<TopicDifference> differences = new ArrayList<>();
    for (TopicSpec topic : catalogue.all()) {
      ActualTopic found = actual.get(topic.name());
      if (found == null) {
        differences.add(TopicDifference.missing(topic.name()));
      } else {
        differences.addAll(found.differencesFrom(topic));
      }
    }
    return differences;
  }

  private Map<String, ActualTopic> actualTopics(Collection<TopicSpec> described) {
    List<String> names = described.stream().map(TopicSpec::name).toList();
    Map<String, Integer> partitions = new LinkedHashMap<>();
    calls
        .admin()
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, answer) ->
                calls
                    .awaitPresent("describe topic " + name, answer)
                    .ifPresent(topic -> partitions.put(name, topic.partitions().size())));
    List<ConfigResource> resources =
        partitions.keySet().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    Map<String, ActualTopic> topics = new LinkedHashMap<>();
    calls
        .admin()
        .describeConfigs(resources)
        .values()
        .forEach(
            (resource, answer) -> {
              String name = resource.name();
              calls
                  .awaitPresent("read the settings of topic " + name, answer)
                  .ifPresent(
                      config -> topics.put(name, new ActualTopic(partitions.get(name), config)));
            });
    return topics;
  }

  @Override
  public void close() {
    calls.close();
  }
}
