package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyRig.TOPICS;

import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.schema.RootHold;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The topology with a take-over from a predecessor. */
public final class TakeOverRig {

  static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);

  private TakeOverRig() {}

  /** A take-over after this number of events of partition 0, the only one. */
  public static TakeOver takeOverAtEventOffset(long events, Map<String, RootHold> holds) {
    return new TakeOver(Map.of(new TopicPartition(EVENTS, 0), events), 1, holds, Map.of());
  }

  /** The topology with this number of partitions and this take-over. */
  public static TopologyRig rig(int partitions, TakeOver takeOver) {
    return rig(partitions, takeOver, GraphSource.NONE);
  }

  /** The topology with published graphs. */
  public static TopologyRig rig(int partitions, TakeOver takeOver, GraphSource graphs) {
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
            parts.hasValidSignature(),
            parts.formats()));
  }
}
