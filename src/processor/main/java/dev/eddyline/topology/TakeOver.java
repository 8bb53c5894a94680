package dev.eddyline.topology;

import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * What an application takes over from its predecessor, which has ended. Inputs that the predecessor
 * processed only warm up the state and publish nothing. Its open gates and rejections are taken
 * over.
 *
 * @param cutOver the first offset that the predecessor had not processed, by input partition
 * @param partitions partition count of each of its inputs
 * @param gateOrRejectionByRoot its open gates and rejections, by root task
 * @param blockedRootsByPartition what its partitions knew of blocked roots of their subtasks, by
 *     partition and root task
 * @param partitionsPastCutOverAtStart partitions that were past the cut-over when this application
 *     started
 */
public record TakeOver(
    Map<TopicPartition, Long> cutOver,
    int partitions,
    Map<String, RootHold> gateOrRejectionByRoot,
    Map<Integer, Map<String, KnownRoot>> blockedRootsByPartition,
    Set<Integer> partitionsPastCutOverAtStart) {

  /** No predecessor: all inputs are processed normally. */
  public static final TakeOver NONE = new TakeOver(Map.of(), 0, Map.of(), Map.of());

  /** Key of the take-over in the configuration of the exception handlers. */
  static final String HANDLER_CONFIG_KEY = "eddyline.take.over";

  public TakeOver {
    cutOver = Map.copyOf(cutOver);
    gateOrRejectionByRoot = Map.copyOf(gateOrRejectionByRoot);
    blockedRootsByPartition = Map.copyOf(blockedRootsByPartition);
    partitionsPastCutOverAtStart = Set.copyOf(partitionsPastCutOverAtStart);
  }

  /** A take-over where no partition is past the cut-over yet. */
  public TakeOver(
      Map<TopicPartition, Long> cutOver,
      int partitions,
      Map<String, RootHold> holds,
      Map<Integer, Map<String, KnownRoot>> blockedRootsByPartition) {
    this(cutOver, partitions, holds, blockedRootsByPartition, Set.of());
  }

  /** The take-over in a handler's configuration, under {@link #HANDLER_CONFIG_KEY}. */
  static TakeOver fromHandlerConfig(Map<String, ?> settings) {
    return Objects.requireNonNullElse((TakeOver) settings.get(HANDLER_CONFIG_KEY), NONE);
  }

  /** Whether no predecessor was configured. */
  boolean isNone() {
    return cutOver.isEmpty();
  }

  /** Whether the predecessor had processed the record with these coordinates. */
  boolean covers(String topic, int partition, long offset) {
    return offset < cutOver.getOrDefault(new TopicPartition(topic, partition), 0L);
  }

  /** Whether the predecessor had re-routed a record with this key from this partition. */
  boolean wasForwarded(String home, int partition) {
    return HomePartition.of(home, partitions) != partition;
  }

  /** The gates and rejections of root tasks whose home is this partition, among so many. */
  Map<String, RootHold> gateOrRejectionByRoot(int partition, int partitionCount) {
    Map<String, RootHold> local = new HashMap<>(gateOrRejectionByRoot);
    local.keySet().removeIf(root -> HomePartition.of(root, partitionCount) != partition);
    return local;
  }

  /** What a partition knew of blocked roots of its subtasks. */
  Map<String, KnownRoot> blockedRootsByPartition(int partition) {
    return blockedRootsByPartition.getOrDefault(partition, Map.of());
  }
}
