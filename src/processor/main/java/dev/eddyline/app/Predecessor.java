package dev.eddyline.app;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.keys.Durations;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.PartitionState;
import dev.eddyline.schema.RootHold;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TakeOver;
import dev.eddyline.topology.TaskQueries;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application with another application.id that this one replaces; it must have ended. Its input
 * is reprocessed from some time back without publishing; then this application continues where it
 * ended.
 */
final class Predecessor {

  /** Longer than state is retained: older events would change nothing. */
  private static final Duration MAX_WARM_UP_DURATION = Duration.ofDays(3);

  /**
   * Offsets at a changelog partition's end that contain its one record, which each commit writes
   * again.
   */
  private static final long CHANGELOG_TAIL_OFFSET_COUNT = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);

  private final Settings settings;
  private final String ownGroup;
  private final String predecessorGroup;
  private final Duration warmFrom;
  private final TopicCatalogue topics;
  private final int partitions;

  private Predecessor(
      Settings settings, String group, Duration from, TopicCatalogue topics, int partitions) {
    this.settings = settings;
    this.ownGroup = settings.get(Setting.APPLICATION_ID);
    this.predecessorGroup = group;
    this.warmFrom = from;
    this.topics = topics;
    this.partitions = partitions;
  }

  /**
   * The take-over; {@link TakeOver#NONE} where the settings name no predecessor, or all partitions
   * are past the cut-over. Commits the warm-up offsets of a new group.
   *
   * @param partitions partition count of the inputs
   * @throws InvalidSettingException when the predecessor still runs or never existed
   * @throws MissingRightException when the Kafka user may not read the predecessor's state
   * @throws ClusterUnreachableException when that state cannot be read
   */
  static TakeOver resolveTakeOver(
      Settings settings, TopicCatalogue topics, int partitions, SchemaRegistry registry) {
    String group = settings.get(Setting.PREDECESSOR).strip();
    String from = settings.get(Setting.WARM_FROM).strip();
    if (group.isEmpty() && from.isEmpty()) {
      return TakeOver.NONE;
    }
    Duration warmFrom = Durations.parseWithMaximum(from, MAX_WARM_UP_DURATION);
    if (warmFrom == null) {
      throw new InvalidSettingException(
          "%s: must be a duration up to %dh, such as 48h, was '%s'"
              .formatted(Setting.WARM_FROM.key(), MAX_WARM_UP_DURATION.toHours(), from));
    }
    if (group.isEmpty() || group.equals(settings.get(Setting.APPLICATION_ID))) {
      throw new InvalidSettingException(
          "%s: must be the application.id of the replaced application, other than %s"
              .formatted(Setting.PREDECESSOR.key(), settings.get(Setting.APPLICATION_ID)));
    }
    return new Predecessor(settings, group, warmFrom, topics, partitions).resolveTakeOver(registry);
  }

  private TakeOver resolveTakeOver(SchemaRegistry registry) {
    try (Admin admin = Admin.create(Application.admin(settings))) {
      requireStoppedPredecessor(admin);
      Map<TopicPartition, Long> own = GroupOffsets.committedOffsets(admin, ownGroup);
      boolean hasStarted = !own.isEmpty() && haveAllOwnPartitionsFinishedWarmUp(registry);
      Map<TopicPartition, Long> cutOver =
          GroupOffsets.stableCommittedOffsets(admin, predecessorGroup);
      String events = topics.name(TopicRole.AGENT_EVENTS);
      int partitionCount =
          (int) cutOver.keySet().stream().filter(it -> it.topic().equals(events)).count();
      if (hasStarted && isPastCutOver(own, cutOver, partitionCount)) {
        LOG.atInfo()
            .addKeyValue("predecessor", predecessorGroup)
            .log("take-over completed: remove warm.from and predecessor");
        return TakeOver.NONE;
      }
      if (partitionCount == 0) {
        throw new InvalidSettingException(
            "%s: group %s has committed no offsets of %s"
                .formatted(Setting.PREDECESSOR.key(), predecessorGroup, events));
      }
      if (hasStarted) {
        // gates are already taken over; inputs other than agent-events may lag, or have moved
        return new TakeOver(cutOver, partitionCount, Map.of(), Map.of());
      }
      commitWarmUpStartOffsets(admin, own.keySet(), cutOver);
      Map<String, RootHold> holds = new HashMap<>();
      readPredecessorStore(TaskQueries.GATE_STORE, RootHold.class, registry)
          .values()
          .forEach(holds::putAll);
      var blockedRootsByPartition =
          readPredecessorStore(TaskQueries.BLOCKED_ROOT_STORE, KnownRoot.class, registry);
      Map<TopicPartition, Long> first = GroupOffsets.committedOffsets(admin, ownGroup);
      return new TakeOver(
          cutOver,
          partitionCount,
          holds,
          blockedRootsByPartition,
          partitionsPastCutOver(first, cutOver, partitionCount));
    } catch (InterruptedException | InterruptException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted at the start", interrupted);
    } catch (ExecutionException failed) {
      throw predecessorReadException(failed.getCause());
    } catch (KafkaException failed) {
      throw predecessorReadException(failed);
    }
  }

  /** Whether nothing is left to be reprocessed, or to be re-routed after a partition increase. */
  private boolean isPastCutOver(
      Map<TopicPartition, Long> own, Map<TopicPartition, Long> cutOver, int partitionCount) {
    return (partitionCount == 0 || partitionCount == partitions)
        && cutOver.entrySet().stream()
            .allMatch(
                cutOverOffset ->
                    own.getOrDefault(cutOverOffset.getKey(), 0L) >= cutOverOffset.getValue());
  }

  /** The partitions that are already past the cut-over. */
  private Set<Integer> partitionsPastCutOver(
      Map<TopicPartition, Long> own, Map<TopicPartition, Long> cutOver, int partitionCount) {
    if (partitionCount != partitions) {
      // other partitions may still re-route processed records
      return Set.of();
    }
    Set<Integer> warmPartitions =
        IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
    cutOver.forEach(
        (input, cutOverOffset) -> {
          if (own.getOrDefault(input, 0L) < cutOverOffset) {
            warmPartitions.remove(input.partition());
          }
        });
    return warmPartitions;
  }

  private RuntimeException predecessorReadException(Throwable cause) {
    Optional<MissingRightException> missingRight =
        MissingRightException.findIn(cause, predecessorGroup);
    return missingRight.isPresent()
        ? missingRight.get()
        : new ClusterUnreachableException(
            "the state of %s cannot be read: %s".formatted(predecessorGroup, cause), cause);
  }

  private void requireStoppedPredecessor(Admin admin)
      throws ExecutionException, InterruptedException {
    int members = 0;
    for (var listing : admin.listGroups().all().get()) {
      if (listing.groupId().equals(predecessorGroup)) {
        var described = admin.describeConsumerGroups(List.of(predecessorGroup)).describedGroups();
        members = described.get(predecessorGroup).get().members().size();
      }
    }
    if (members > 0) {
      throw new InvalidSettingException(
          "%s: group %s still has %d members: stop it first, else both would publish"
              .formatted(Setting.PREDECESSOR.key(), predecessorGroup, members));
    }
  }

  /** Whether each partition of this application has finished its warm-up, by its own changelog. */
  private boolean haveAllOwnPartitionsFinishedWarmUp(SchemaRegistry registry) {
    var states =
        new ChangelogReader(settings, ownGroup, TaskQueries.PARTITION_STORE)
            .read(PartitionState.class, registry, CHANGELOG_TAIL_OFFSET_COUNT);
    return states.size() == partitions
        && states.values().stream()
            .allMatch(
                state ->
                    !state.isEmpty()
                        && state.values().stream().noneMatch(PartitionState::getWarming));
  }

  /** Commits offsets before the cut-over for partitions where this application's group has none. */
  private void commitWarmUpStartOffsets(
      Admin admin, Set<TopicPartition> known, Map<TopicPartition, Long> cutOver)
      throws ExecutionException, InterruptedException {
    long time = Instant.now().minus(warmFrom).toEpochMilli();
    Map<TopicPartition, OffsetSpec> offsetSpecs =
        cutOver.keySet().stream()
            .filter(partition -> !known.contains(partition))
            .collect(Collectors.toMap(it -> it, it -> OffsetSpec.forTimestamp(time)));
    if (offsetSpecs.isEmpty()) {
      return;
    }
    Map<TopicPartition, OffsetAndMetadata> begin = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> found :
        admin.listOffsets(offsetSpecs).all().get().entrySet()) {
      long cutOverOffset = cutOver.get(found.getKey());
      long first = found.getValue().offset();
      // no record is that recent: nothing to warm up with
      long from = first < 0 ? cutOverOffset : Math.min(first, cutOverOffset);
      begin.put(found.getKey(), new OffsetAndMetadata(from));
    }
    GroupOffsets.commitInitialOffsets(admin, ownGroup, begin);
  }

  /** The contents of a store of the predecessor, by partition and key. */
  private <T extends SpecificRecord> Map<Integer, Map<String, T>> readPredecessorStore(
      String store, Class<T> type, SchemaRegistry registry) {
    ChangelogReader changelog = new ChangelogReader(settings, predecessorGroup, store);
    Map<Integer, Map<String, T>> stored =
        changelog.read(type, registry, ChangelogReader.WHOLE_CHANGELOG_OFFSET_COUNT);
    if (stored.isEmpty()) {
      throw new InvalidSettingException(
          ("%s: %s does not exist, and not all partitions are past the cut-over: its gates cannot"
                  + " be taken over")
              .formatted(Setting.PREDECESSOR.key(), changelog.topic()));
    }
    return stored;
  }
}
