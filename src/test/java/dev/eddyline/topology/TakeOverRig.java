package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyRig.TOPICS;

import dev.eddyline.graph.GraphSource;
import dev.eddyline.schema.RootHold;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The topology in the place of another application's. */
final class TakeOverRig {

  static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);

  private TakeOverRig() {}

  /** So many events of partition 0 were taken by another, among one partition. */
  static TakeOver after(long events, Map<String, RootHold> holds) {
    return new TakeOver(Map.of(new TopicPartition(EVENTS, 0), events), 1, holds, Map.of());
  }

  /** The topology of so many partitions that takes over from another. */
  static TopologyRig rig(int partitions, TakeOver takeOver) {
    return rig(partitions, takeOver, GraphSource.NONE);
  }

  /** The same, where graphs are published. */
  static TopologyRig rig(int partitions, TakeOver takeOver, GraphSource graphs) {
    var parts =
        TopologyRig.parts(TOPICS, partitions, StoreType.IN_MEMORY, TopologyRig.mockRegistry());
    return new TopologyRig(
        new TopologyParts(
            TOPICS,
            partitions,
            StoreType.IN_MEMORY,
            parts.registry(),
            parts.policies(),
            parts.metrics(),
            parts.traces(),
            takeOver,
            parts.recall(),
            graphs,
            parts.decisions(),
            parts.signed()));
  }
}
