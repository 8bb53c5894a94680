package dev.eddyline.app;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.text.Durations;
import dev.eddyline.topics.ClusterUnreachableException;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.TakeOver;
import dev.eddyline.topology.TaskQueries;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The application that this one takes the place of, under another application.id: it must have
 * ended. What it had taken is read once more from some time before, without publishing anything;
 * then this one goes on where it ended.
 */
final class Predecessor {

  /** Longer than state is kept: older events would change nothing. */
  private static final Duration MOST = Duration.ofHours(72);

  private static final Duration POLL = Duration.ofMillis(200);

  private final Settings settings;
  private final String group;
  private final Duration warmFrom;
  private final TopicCatalogue topics;

  private Predecessor(Settings settings, String group, Duration from, TopicCatalogue topics) {
    this.settings = settings;
    this.group = group;
    this.warmFrom = from;
    this.topics = topics;
  }

  /**
   * What is taken over, {@link TakeOver#NONE} where the settings name no predecessor; a new group
   * is given the offsets from which it warms up.
   *
   * @throws InvalidSettingException when the predecessor still runs or was never there
   */
  static TakeOver takenOver(Settings settings, TopicCatalogue topics, SchemaRegistry registry) {
    String group = settings.get(Setting.PREDECESSOR).strip();
    String from = settings.get(Setting.WARM_FROM).strip();
    if (group.isEmpty() && from.isEmpty()) {
      return TakeOver.NONE;
    }
    Duration warmFrom = Durations.parsed(from, MOST);
    if (warmFrom == null) {
      throw new InvalidSettingException(
          "%s: must be a duration up to %dh, such as 48h, was '%s'"
              .formatted(Setting.WARM_FROM.key(), MOST.toHours(), from));
    }
    if (group.isEmpty() || group.equals(settings.get(Setting.APPLICATION_ID))) {
      throw new InvalidSettingException(
          "%s: must be the application.id of the application whose place is taken, another than %s"
              .formatted(Setting.PREDECESSOR.key(), settings.get(Setting.APPLICATION_ID)));
    }
    return new Predecessor(settings, group, warmFrom, topics).takenOver(registry);
  }

  private TakeOver takenOver(SchemaRegistry registry) {
    try (Admin admin = Admin.create(Application.admin(settings))) {
      refuseMembers(admin);
      Map<TopicPartition, Long> cutOver = committed(admin, group);
      String events = topics.name(TopicRole.AGENT_EVENTS);
      long partitions = cutOver.keySet().stream().filter(it -> it.topic().equals(events)).count();
      if (partitions == 0) {
        throw new InvalidSettingException(
            "%s: group %s has committed no offsets of %s"
                .formatted(Setting.PREDECESSOR.key(), group, events));
      }
      warmUp(admin, cutOver);
      Map<String, RootHold> holds = new HashMap<>();
      stored(TaskQueries.HOLD_STORE, RootHold.class, registry).values().forEach(holds::putAll);
      var heldRoots = stored(TaskQueries.HELD_ROOT_STORE, KnownRoot.class, registry);
      return new TakeOver(cutOver, (int) partitions, holds, heldRoots);
    } catch (ExecutionException failed) {
      throw MissingRightException.behind(failed, group)
          .<RuntimeException>map(right -> right)
          .orElseGet(
              () ->
                  new ClusterUnreachableException(
                      "what %s leaves cannot be read: %s".formatted(group, failed.getCause()),
                      failed.getCause()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted at the start", interrupted);
    }
  }

  private void refuseMembers(Admin admin) throws ExecutionException, InterruptedException {
    int members = 0;
    for (var listing : admin.listGroups().all().get()) {
      if (listing.groupId().equals(group)) {
        var described = admin.describeConsumerGroups(List.of(group)).describedGroups();
        members = described.get(group).get().members().size();
      }
    }
    if (members > 0) {
      throw new InvalidSettingException(
          "%s: group %s still has %d members: stop it first, else both would publish"
              .formatted(Setting.PREDECESSOR.key(), group, members));
    }
  }

  private static Map<TopicPartition, Long> committed(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    return admin
        .listConsumerGroupOffsets(group, new ListConsumerGroupOffsetsOptions().requireStable(true))
        .partitionsToOffsetAndMetadata()
        .get()
        .entrySet()
        .stream()
        .filter(entry -> Objects.nonNull(entry.getValue()))
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  /** Lets this application's group begin before the cut-over, where it has no offsets yet. */
  private void warmUp(Admin admin, Map<TopicPartition, Long> cutOver)
      throws ExecutionException, InterruptedException {
    String self = settings.get(Setting.APPLICATION_ID);
    Set<TopicPartition> known = committed(admin, self).keySet();
    long time = Instant.now().minus(warmFrom).toEpochMilli();
    Map<TopicPartition, OffsetSpec> asked =
        cutOver.keySet().stream()
            .filter(partition -> !known.contains(partition))
            .collect(Collectors.toMap(it -> it, it -> OffsetSpec.forTimestamp(time)));
    if (asked.isEmpty()) {
      return;
    }
    Map<TopicPartition, OffsetAndMetadata> begin = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> found :
        admin.listOffsets(asked).all().get().entrySet()) {
      long cut = cutOver.get(found.getKey());
      long first = found.getValue().offset();
      // none is so new: there is nothing to warm up with
      long from = first < 0 ? cut : Math.min(first, cut);
      begin.put(found.getKey(), new OffsetAndMetadata(from));
    }
    admin.alterConsumerGroupOffsets(self, begin).all().get();
  }

  /** What a store of the predecessor held, by its partition and key, from its changelog. */
  private <T extends SpecificRecord> Map<Integer, Map<String, T>> stored(
      String store, Class<T> type, SchemaRegistry registry) {
    String changelog = "%s-%s-changelog".formatted(group, store);
    Map<String, Object> config = new HashMap<>(Application.admin(settings));
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    var values = AvroSerde.of(type, registry).deserializer();
    Map<Integer, Map<String, T>> stored = new HashMap<>();
    try (var consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(changelog).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(it -> consumer.position(it.getKey()) < it.getValue())) {
        for (var record : consumer.poll(POLL)) {
          Map<String, T> part = stored.computeIfAbsent(record.partition(), it -> new HashMap<>());
          if (record.value() == null) {
            part.remove(record.key());
          } else {
            part.put(record.key(), values.deserialize(changelog, record.value()));
          }
        }
      }
    }
    return stored;
  }
}
