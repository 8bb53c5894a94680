package dev.eddyline.topology;

import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * What an application takes over from the one before it, which has ended: inputs that the other had
 * taken only warm up the state and publish nothing, and what held root tasks there holds them here.
 *
 * @param cutOver the first offset that the other had not taken, by input partition
 * @param partitions number of the partitions of each of its inputs
 * @param holds what held root tasks when it ended, by root task
 * @param heldRoots what partitions knew of held roots of their subtasks, by partition and root task
 * @param warm partitions that had taken all of that when this application was started
 */
public record TakeOver(
    Map<TopicPartition, Long> cutOver,
    int partitions,
    Map<String, RootHold> holds,
    Map<Integer, Map<String, KnownRoot>> heldRoots,
    Set<Integer> warm) {

  /** There is no other application: all inputs count. */
  public static final TakeOver NONE = new TakeOver(Map.of(), 0, Map.of(), Map.of());

  /** Name under which the handlers of unreadable records are given it. */
  static final String CONFIG = "eddyline.take.over";

  public TakeOver {
    cutOver = Map.copyOf(cutOver);
    holds = Map.copyOf(holds);
    heldRoots = Map.copyOf(heldRoots);
    warm = Set.copyOf(warm);
  }

  /** The same where no partition has taken all of it yet. */
  public TakeOver(
      Map<TopicPartition, Long> cutOver,
      int partitions,
      Map<String, RootHold> holds,
      Map<Integer, Map<String, KnownRoot>> heldRoots) {
    this(cutOver, partitions, holds, heldRoots, Set.of());
  }

  /** What the settings of a handler hold under {@link #CONFIG}. */
  static TakeOver in(Map<String, ?> settings) {
    return Objects.requireNonNullElse((TakeOver) settings.get(CONFIG), NONE);
  }

  /** Whether there is no other application. */
  boolean isNone() {
    return cutOver.isEmpty();
  }

  /** Whether the other application had taken the record at this place. */
  boolean covers(String topic, int partition, long offset) {
    return offset < cutOver.getOrDefault(new TopicPartition(topic, partition), 0L);
  }

  /** Whether the other application had forwarded what stood on this partition under this key. */
  boolean wasForwarded(String home, int partition) {
    return HomePartition.of(home, partitions) != partition;
  }

  /** What held the root tasks that are at home in one of so many partitions. */
  Map<String, RootHold> holds(int partition, int among) {
    Map<String, RootHold> here = new HashMap<>(holds);
    here.keySet().removeIf(root -> HomePartition.of(root, among) != partition);
    return here;
  }

  /** What a partition knew of held roots of its subtasks. */
  Map<String, KnownRoot> heldRoots(int partition) {
    return heldRoots.getOrDefault(partition, Map.of());
  }
}
