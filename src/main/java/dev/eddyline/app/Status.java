package dev.eddyline.app;

import dev.eddyline.metrics.RestoreProgress.Restoring;
import dev.eddyline.metrics.TaskAttempts;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;

/**
 * How an instance stands.
 *
 * @param state of Kafka Streams: running, rebalancing, …
 * @param ready whether records are taken now
 * @param obstacles why not, a line each
 * @param versions of the software and the policies
 * @param partitions of the inputs: how many there are, and which this instance has
 * @param instances all of the group that have an address (application.server)
 * @param tasks tasks with an event in the last 10 minutes, in this instance's partitions
 * @param openGates open gates of this instance's partitions
 * @param lag records not yet taken, by partition
 * @param restore what is being restored
 * @param canary age in seconds of each partition's canary
 * @param loopDetection attempts at tasks in the last hour (document 004, "Dashboard"), the newest
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
    Map<String, TaskAttempts> loopDetection) {

  /** A state as pages and labels have it. */
  static String word(KafkaStreams.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Versions of the software, and of each policy by its name. */
  public record Versions(
      String eddyline, String kafka, String java, Map<String, String> policies) {}

  /** Partitions of the inputs. */
  public record Partitions(int total, Collection<Integer> active, Collection<Integer> standby) {}

  /** An instance as the others see it. */
  public record Member(String address, Collection<Integer> active, Collection<Integer> standby) {}

  /**
   * Tasks now.
   *
   * @param coversMillis how far back this instance knows: less than 10 minutes after a start
   * @param attemptedOften tasks with 3 attempts and more in the last hour
   */
  public record Tasks(
      int now, Map<Integer, Integer> byPartition, long coversMillis, long attemptedOften) {}

  /** Changelog records still to be read, and where. */
  public record Restore(long remaining, List<Restoring> running) {}
}
