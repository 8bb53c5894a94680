package dev.eddyline.app;

import dev.eddyline.metrics.RecentAttempts;
import dev.eddyline.metrics.RestoreProgress.Restoring;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The status of an instance.
 *
 * @param state of Kafka Streams: running, rebalancing, …
 * @param ready whether records are processed now
 * @param obstacles why not, a line each
 * @param versions versions of the software and the policies
 * @param partitions partitions of the inputs: the total, and those of this instance
 * @param instances all instances of the group that have an address (application.server)
 * @param tasks tasks with an event in the last 10 minutes, in this instance's partitions
 * @param openGates open gates of this instance's partitions
 * @param lag records not yet processed, by partition
 * @param restore progress of state restoration
 * @param canary age in seconds of each partition's canary
 * @param loopDetection tasks with their attempts in the last hour, newest first
 */
public record Status(
    String state,
    boolean ready,
    List<String> obstacles,
    Versions versions,
    Partitions partitions,
    List<Member> instances,
    Tasks tasks,
    long openGates,
    Map<Integer, Long> lag,
    Restore restore,
    Map<Integer, Long> canary,
    Map<String, RecentAttempts> loopDetection) {

  /** The name of a state on pages and in labels. */
  static String stateName(KafkaStreams.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Versions of the software, and of each policy by its name. */
  public record Versions(
      String eddyline, String kafka, String java, Map<String, String> policies) {}

  /** Partitions of the inputs. */
  public record Partitions(int total, Collection<Integer> active, Collection<Integer> standby) {}

  /** An instance with its address and partitions. */
  public record Member(String address, Collection<Integer> active, Collection<Integer> standby) {}

  /**
   * Numbers of active tasks.
   *
   * @param coversMillis time span that this instance has seen: less than 10 minutes after a start
   * @param attemptedOften tasks with 3 or more attempts in the last hour
   */
  public record Tasks(
      int now, Map<Integer, Integer> byPartition, long coversMillis, long attemptedOften) {}

  /** Changelog records still to be read, in total and by store. */
  public record Restore(long remaining, List<Restoring> running) {}
}
