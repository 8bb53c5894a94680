package dev.eddyline.app;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Resets an application to before its first start: its offsets, its changelogs, its state on this
 * machine. Topics that others read or write are not changed.
 */
public final class ApplicationReset implements AutoCloseable {

  private static final String CHANGELOG = "-changelog";

  private final Admin admin;
  private final TopicCatalogue topics;
  private final int partitions;
  private final String group;
  private final Path stateFolder;

  /**
   * What a reset changes.
   *
   * @param members names of the group's current members; with any, nothing is changed
   * @param offsetResetByPartition each input partition's committed offset, -1 for none, and its new
   *     offset
   * @param changelogs topics that are deleted, with their records
   * @param stateFolder folder on this machine that is deleted
   * @param stateFolderExists whether that folder exists
   */
  public record Plan(
      List<String> members,
      Map<TopicPartition, OffsetReset> offsetResetByPartition,
      SortedSet<String> changelogs,
      Path stateFolder,
      boolean stateFolderExists) {

    /** Whether the application was never started here, so that there is nothing to reset. */
    public boolean isEmpty() {
      return changelogs.isEmpty()
          && !stateFolderExists
          && offsetResetByPartition.values().stream().allMatch(reset -> reset.from() < 0);
    }
  }

  /** A committed offset and its new value. */
  public record OffsetReset(long from, long to) {}

  /**
   * The application of these settings.
   *
   * @param partitions partition count of the inputs
   */
  public ApplicationReset(Settings settings, TopicCatalogue topics, int partitions) {
    this.topics = topics;
    this.partitions = partitions;
    group = settings.get(Setting.APPLICATION_ID);
    // the layout of Kafka Streams
    stateFolder = Path.of(settings.get(Setting.STATE_DIR), group);
    admin = Admin.create(Application.admin(settings));
  }

  /** The changes that a reset would make now. */
  public Plan plan() {
    var committed =
        awaitAdminResult(
            "read the offsets",
            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    Map<TopicPartition, OffsetReset> offsetResets =
        new TreeMap<>(
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
    targetOffsetByPartition()
        .forEach(
            (partition, to) -> {
              OffsetAndMetadata now = committed.get(partition);
              offsetResets.put(partition, new OffsetReset(now == null ? -1 : now.offset(), to));
            });
    SortedSet<String> changelogs = new TreeSet<>();
    for (String topic : awaitAdminResult("list the topics", admin.listTopics().names())) {
      if (topic.startsWith(group + AclChecker.CHANGELOG_INFIX) && topic.endsWith(CHANGELOG)) {
        changelogs.add(topic);
      }
    }
    return new Plan(members(), offsetResets, changelogs, stateFolder, Files.exists(stateFolder));
  }

  private List<String> members() {
    try {
      return admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().stream()
          .map(member -> member.groupInstanceId().orElse(member.clientId()) + member.host())
          .sorted()
          .toList();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof GroupIdNotFoundException) {
        return List.of();
      }
      throw unreachable("describe the group", failed);
    } catch (InterruptedException interrupted) {
      throw interrupted("describe the group", interrupted);
    }
  }

  /**
   * The new offsets: the beginning of each input, but the end of the signals topic, because
   * reprocessed events cause the signals again.
   */
  private Map<TopicPartition, Long> targetOffsetByPartition() {
    String signals = topics.name(TopicRole.EDDYLINE_SIGNALS);
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    topics
        .inputs()
        .forEach(
            topic -> {
              for (int number = 0; number < partitions; number++) {
                wanted.put(
                    new TopicPartition(topic.name(), number),
                    topic.name().equals(signals) ? OffsetSpec.latest() : OffsetSpec.earliest());
              }
            });
    Map<TopicPartition, Long> targets = new HashMap<>();
    awaitAdminResult("read the inputs' offsets", admin.listOffsets(wanted).all())
        .forEach((partition, result) -> targets.put(partition, result.offset()));
    return targets;
  }

  /**
   * Executes the plan.
   *
   * @throws IllegalStateException when the group has members; then nothing was changed
   * @throws IOException when the state folder could not be deleted; everything else was done
   */
  public void executePlan(Plan plan) throws IOException {
    if (!plan.members().isEmpty()) {
      throw new IllegalStateException(
          "group %s has members (%s): stop all instances first; one that did not leave is gone after session.timeout.ms"
              .formatted(group, String.join(", ", plan.members())));
    }
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    plan.offsetResetByPartition()
        .forEach((partition, reset) -> offsets.put(partition, new OffsetAndMetadata(reset.to())));
    awaitAdminResult("commit the offsets", admin.alterConsumerGroupOffsets(group, offsets).all());
    awaitAdminResult(
        "delete the changelogs", admin.deleteTopics((Collection<String>) plan.changelogs()).all());
    if (plan.stateFolderExists()) {
      deleteFolder(plan.stateFolder());
    }
  }

  private static void deleteFolder(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.delete(file);
    }
  }

  private static <T> T awaitAdminResult(String what, KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      throw unreachable(what, failed);
    } catch (InterruptedException interrupted) {
      throw interrupted(what, interrupted);
    }
  }

  private static ClusterUnreachableException unreachable(String what, ExecutionException failed) {
    return new ClusterUnreachableException(
        "could not %s: %s".formatted(what, failed.getCause().getMessage()), failed.getCause());
  }

  private static ClusterUnreachableException interrupted(String what, InterruptedException by) {
    Thread.currentThread().interrupt();
    return new ClusterUnreachableException("interrupted: could not " + what, by);
  }

  @Override
  public void close() {
    admin.close();
  }
}
