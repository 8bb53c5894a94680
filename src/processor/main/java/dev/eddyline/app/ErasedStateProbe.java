package dev.eddyline.app;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topology.TaskQueries;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Finds out whether an erasure erased any state. The processor deletes only stored windows of a
 * key, so a deletion in a changelog after the order shows that there was state. The stores of gates
 * have no windows and are small: their changelogs are read before the order.
 */
public final class ErasedStateProbe {

  private static final String SUFFIX = "-changelog";

  /** The changelogs of stores without windows that have state under a task's key. */
  private static final List<String> GATE_STORES =
      List.of("-eddyline-gates" + SUFFIX, "-eddyline-held-roots" + SUFFIX);

  /** Bytes that a window store adds to a key: the start of the window, a sequence number. */
  static final int WINDOW_BYTES = Long.BYTES + Integer.BYTES;

  private final Settings settings;
  private final byte[] key;
  private final Map<TopicPartition, Long> begins;
  private final boolean hadGate;
  private Optional<String> obstacle;

  private ErasedStateProbe(
      Settings settings, byte[] key, Map<TopicPartition, Long> begins, boolean hadGate) {
    this.settings = settings;
    this.key = key;
    this.begins = begins;
    this.hadGate = hadGate;
    obstacle = Optional.empty();
  }

  /** A probe that finds out nothing, for this reason. */
  private ErasedStateProbe(Settings settings, byte[] key, String obstacle) {
    this(settings, key, Map.of(), false);
    this.obstacle = Optional.of(obstacle);
  }

  /**
   * Notes the ends of the changelogs; call it before the erasure is ordered.
   *
   * @param key id of a task or a session
   * @return a probe; where the changelogs cannot be read, it has an {@link #obstacle}
   */
  public static ErasedStateProbe begin(Settings settings, String key) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    String prefix = settings.get(Setting.APPLICATION_ID) + "-eddyline-";
    try (Admin admin = Admin.create(Application.admin(settings))) {
      // topics that the user may not describe are not listed
      List<String> topics =
          admin.listTopics().names().get().stream()
              .filter(topic -> topic.startsWith(prefix) && topic.endsWith(SUFFIX))
              .toList();
      if (topics.isEmpty()) {
        return new ErasedStateProbe(
            settings,
            bytes,
            "no changelog of application.id %s is listed: it never ran, or the Kafka user lacks Describe"
                .formatted(settings.get(Setting.APPLICATION_ID)));
      }
      Map<TopicPartition, Long> ends =
          ends(admin, admin.describeTopics(topics).allTopicNames().get().values());
      boolean[] hasGate = {false};
      try (CommittedRecordReader reader = new CommittedRecordReader(settings)) {
        ends.forEach(
            (partition, end) -> {
              if (isGateStore(partition)) {
                reader.read(
                    partition, 0, end, record -> hasGate[0] = isPresent(bytes, record, hasGate[0]));
              }
            });
      }
      ends.keySet().removeIf(ErasedStateProbe::isGateStore);
      return new ErasedStateProbe(settings, bytes, ends, hasGate[0]);
    } catch (ExecutionException | KafkaException unreadable) {
      return new ErasedStateProbe(settings, bytes, obstacle(unreadable));
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  /**
   * Whether there was state under the key; call it after all partitions have processed the order.
   *
   * @return empty where it is unknown, because of the {@link #obstacle}
   */
  public Optional<Boolean> wasStateErased() {
    if (obstacle.isPresent()) {
      return Optional.empty();
    }
    if (hadGate) {
      return Optional.of(true);
    }
    boolean[] wasErased = {false};
    try (Admin admin = Admin.create(Application.admin(settings));
        CommittedRecordReader reader = new CommittedRecordReader(settings)) {
      ends(admin, begins.keySet())
          .forEach(
              (partition, end) ->
                  reader.read(
                      partition,
                      begins.get(partition),
                      end,
                      record -> wasErased[0] |= record.value() == null && isWindowOfKey(record)));
      return Optional.of(wasErased[0]);
    } catch (ExecutionException | KafkaException unreadable) {
      obstacle = Optional.of(obstacle(unreadable));
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  /** Why it is unknown whether there was state; empty where it is known. */
  public Optional<String> obstacle() {
    return obstacle;
  }

  /** Why the changelogs cannot be read. */
  static String obstacle(Exception failure) {
    Throwable reason =
        failure instanceof ExecutionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return reason instanceof AuthorizationException
        ? "the Kafka user cannot read the changelogs: " + reason.getMessage()
        : "the changelogs could not be read: " + reason;
  }

  private static boolean isGateStore(TopicPartition partition) {
    return GATE_STORES.stream().anyMatch(partition.topic()::endsWith);
  }

  private static boolean isPresent(
      byte[] key, ConsumerRecord<byte[], byte[]> record, boolean isPresentSoFar) {
    return Arrays.equals(key, record.key()) ? record.value() != null : isPresentSoFar;
  }

  private boolean isWindowOfKey(ConsumerRecord<byte[], byte[]> record) {
    byte[] stored = record.key();
    if (stored == null || stored.length < WINDOW_BYTES) {
      return false;
    }
    int length = stored.length - WINDOW_BYTES;
    if (record.topic().endsWith("-" + TaskQueries.HISTORY_STORE + SUFFIX)) {
      length = TaskQueries.historyOwnerLength(stored, length);
    }
    return Arrays.equals(stored, 0, length, key, 0, key.length);
  }

  private static Map<TopicPartition, Long> ends(Admin admin, Collection<TopicDescription> described)
      throws ExecutionException, InterruptedException {
    return ends(
        admin,
        described.stream()
            .flatMap(
                topic ->
                    topic.partitions().stream()
                        .map(it -> new TopicPartition(topic.name(), it.partition())))
            .collect(Collectors.toSet()));
  }

  /** The offsets after the last records, those of open transactions included. */
  private static Map<TopicPartition, Long> ends(Admin admin, Set<TopicPartition> partitions)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest =
        partitions.stream().collect(Collectors.toMap(it -> it, it -> OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin
        .listOffsets(latest)
        .all()
        .get()
        .forEach((partition, found) -> ends.put(partition, found.offset()));
    return ends;
  }
}
