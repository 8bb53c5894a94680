package dev.eddyline.topology.drawing;

import dev.eddyline.GeneratedFile;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.Traces;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyParts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyDescription.Node;
import org.apache.kafka.streams.TopologyDescription.Processor;
import org.apache.kafka.streams.TopologyDescription.Sink;
import org.apache.kafka.streams.TopologyDescription.Source;

/** The topology as text, from Kafka Streams' description; {@link TopologyPicture} draws it. */
final class TopologyDrawing {

  private TopologyDrawing() {}

  /** The topology, with topics without a prefix. */
  static TopologyDescription described() {
    var address = Map.of("schema.registry.url", "mock://drawing");
    try (var registry = new ConfluentSchemaRegistry(address, AvailabilityListener.NONE)) {
      return EddylineTopology.build(
              new TopologyParts(
                  TopicCatalogue.load(""),
                  1,
                  StoreType.IN_MEMORY,
                  registry,
                  PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset("default"))),
                  new Metrics(new SimpleMeterRegistry()),
                  Traces.NONE))
          .describe();
    }
  }

  /** The sub-topologies with their nodes in the order of their names, one fact a line. */
  static String text(TopologyDescription topology) {
    StringBuilder text =
        new StringBuilder("# Generated from the code by\n# " + GeneratedFile.COMMAND + "\n");
    for (var part : topology.subtopologies()) {
      text.append("\nsub-topology ").append(part.id()).append('\n');
      for (Node node : byName(part.nodes())) {
        text.append("\n  %s %s\n".formatted(kind(node), node.name()));
        topics(node).forEach(topic -> text.append("    topic ").append(topic).append('\n'));
        stores(node).forEach(store -> text.append("    store ").append(store).append('\n'));
        byName(node.successors())
            .forEach(next -> text.append("    to    ").append(next.name()).append('\n'));
      }
    }
    return text.toString();
  }

  /** Nodes in the order of their names. */
  static List<Node> byName(Collection<Node> nodes) {
    return nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
  }

  /** The topics that a source reads or a sink writes, in order. */
  static Set<String> topics(Node node) {
    if (node instanceof Source source) {
      return source.topicSet() == null
          ? Set.of("those like " + source.topicPattern())
          : new TreeSet<>(source.topicSet());
    }
    if (node instanceof Sink sink) {
      return Set.of(sink.topic() == null ? "chosen for each record" : sink.topic());
    }
    return Set.of();
  }

  /** The stores of a processor, in order. */
  static Set<String> stores(Node node) {
    return node instanceof Processor processor ? new TreeSet<>(processor.stores()) : Set.of();
  }

  private static String kind(Node node) {
    if (node instanceof Source) {
      return "source";
    }
    return node instanceof Sink ? "sink" : "processor";
  }
}
