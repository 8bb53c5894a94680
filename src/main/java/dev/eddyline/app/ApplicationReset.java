package dev.eddyline.app;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.ClusterUnreachableException;
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
  private final Path state;

  /**
   * What a reset changes.
   *
   * @param members names of the group's current members; with any, nothing is changed
   * @param moves each input partition's committed offset, -1 for none, and its new offset
   * @param changelogs topics that are deleted, with their records
   * @param state folder on this machine that is deleted
   * @param isState whether that folder exists
   */
  public record Plan(
      List<String> members,
      Map<TopicPartition, Move> moves,
      SortedSet<String> changelogs,
      Path state,
      boolean isState) {

    /** Whether the application was never started here, so that there is nothing to reset. */
    public boolean isEmpty() {
      return changelogs.isEmpty()
          && !isState
          && moves.values().stream().allMatch(move -> move.from() < 0);
    }
  }

  /** A committed offset and its new value. */
  public record Move(long from, long to) {}

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
    state = Path.of(settings.get(Setting.STATE_DIR), group);
    admin = Admin.create(Application.admin(settings));
  }

  /** The changes that a reset would make now. */
  public Plan plan() {
    var committed =
        get(
            "read the offsets",
            admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    Map<TopicPartition, Move> moves =
        new TreeMap<>(
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
    targets()
        .forEach(
            (partition, to) -> {
              OffsetAndMetadata now = committed.get(partition);
              moves.put(partition, new Move(now == null ? -1 : now.offset(), to));
            });
    SortedSet<String> changelogs = new TreeSet<>();
    for (String topic : get("list the topics", admin.listTopics().names())) {
      if (topic.startsWith(group + Rights.CHANGELOGS) && topic.endsWith(CHANGELOG)) {
        changelogs.add(topic);
      }
    }
    return new Plan(members(), moves, changelogs, state, Files.exists(state));
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
  private Map<TopicPartition, Long> targets() {
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
    get("read the inputs' offsets", admin.listOffsets(wanted).all())
        .forEach((partition, found) -> targets.put(partition, found.offset()));
    return targets;
  }

  /**
   * Executes the plan.
   *
   * @throws IllegalStateException when the group has members; then nothing was changed
   * @throws IOException when the state folder could not be deleted; everything else was done
   */
  public void run(Plan plan) throws IOException {
    if (!plan.members().isEmpty()) {
      throw new IllegalStateException(
          "group %s has members (%s): stop all instances first; one that did not leave is gone after session.timeout.ms"
              .formatted(group, String.join(", ", plan.members())));
    }
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    plan.moves()
        .forEach((partition, move) -> offsets.put(partition, new OffsetAndMetadata(move.to())));
    get("commit the offsets", admin.alterConsumerGroupOffsets(group, offsets).all());
    get("delete the changelogs", admin.deleteTopics((Collection<String>) plan.changelogs()).all());
    if (plan.isState()) {
      delete(plan.state());
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.delete(file);
    }
  }

  private static <T> T get(String what, KafkaFuture<T> answer) {
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
