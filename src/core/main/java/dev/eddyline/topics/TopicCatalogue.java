package dev.eddyline.topics;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * All topics of Eddyline and their required configuration: {@code topology/topics.yaml}, checked.
 */
public final class TopicCatalogue {

  static final String RESOURCE = "topology/topics.yaml";

  private final Map<TopicRole, TopicSpec> topics;

  /** Creates a catalogue with a specification for every role; the inputs must be co-partitioned. */
  TopicCatalogue(Map<TopicRole, TopicSpec> topics) {
    EnumMap<TopicRole, TopicSpec> ordered = new EnumMap<>(topics);
    for (TopicRole role : TopicRole.values()) {
      if (!ordered.containsKey(role)) {
        throw new IllegalArgumentException("no topic for " + role.key());
      }
    }
    this.topics = Collections.unmodifiableMap(ordered);
    if (inputs().stream().mapToInt(TopicSpec::partitions).distinct().count() > 1) {
      throw new IllegalArgumentException(
          "the topics that Eddyline reads must have equally many partitions");
    }
  }

  /** The shipped catalogue, with a prefix, possibly empty, before each name. */
  public static TopicCatalogue load(String prefix) {
    try (InputStream yaml = TopicCatalogue.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      if (yaml == null) {
        throw new IllegalStateException(
            "class path contains no " + RESOURCE + ": the jar is incomplete, build it again");
      }
      return new CatalogueReader(RESOURCE).read(yaml).withPrefix(prefix);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + RESOURCE + " from the class path", e);
    }
  }

  /** The topic of a role. */
  public TopicSpec topic(TopicRole role) {
    return topics.get(role);
  }

  /** The name in the cluster of a role's topic, prefix included. */
  public String name(TopicRole role) {
    return topic(role).name();
  }

  /** Every topic, in the order of the roles. */
  public Collection<TopicSpec> all() {
    return topics.values();
  }

  /** The topics that the processor reads partition by partition, in the order of the roles. */
  public List<TopicSpec> inputs() {
    return inputs(TopicRole::isOfProcessor);
  }

  /** The topics that the mapper of telemetry reads, in the order of the roles. */
  public List<TopicSpec> mapperInputs() {
    return inputs(TopicRole::isOfMapper);
  }

  private List<TopicSpec> inputs(Predicate<TopicRole> which) {
    return topics.entrySet().stream()
        .filter(topic -> which.test(topic.getKey()) && topic.getValue().isInput())
        .map(Map.Entry::getValue)
        .toList();
  }

  /**
   * Every topic of the processor; those of other processes may be missing where they do not run.
   */
  public List<TopicSpec> ofProcessor() {
    return topics.entrySet().stream()
        .filter(topic -> topic.getKey().isOfProcessor())
        .map(Map.Entry::getValue)
        .toList();
  }

  /** The reference topics, which every instance reads completely, in the order of the roles. */
  public List<TopicSpec> references() {
    return topics.values().stream().filter(TopicSpec::isReference).toList();
  }

  /**
   * The catalogue with this number of partitions, at least 1, in all topics except reference
   * topics.
   */
  public TopicCatalogue withPartitions(int count) {
    return with(topic -> topic.isReference() ? topic : topic.withPartitions(count));
  }

  private TopicCatalogue withPrefix(String prefix) {
    return with(topic -> topic.withPrefix(prefix));
  }

  private TopicCatalogue with(UnaryOperator<TopicSpec> change) {
    Map<TopicRole, TopicSpec> changed = new EnumMap<>(TopicRole.class);
    topics.forEach((role, topic) -> changed.put(role, change.apply(topic)));
    return new TopicCatalogue(changed);
  }
}
