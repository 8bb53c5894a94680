package dev.eddyline.bench.process;

import dev.eddyline.bench.load.Load;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * Replicates the stored state of some filled tasks to any number of others. Filling a million tasks
 * event by event would take hours and store the same bytes.
 */
public final class StateReplicator {

  /** One changelog record, without the task id at the start of its key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record ChangelogRecord(String store, byte[] keySuffix, byte[] value, long timestamp) {}

  private final List<List<ChangelogRecord>> recordsByTask;

  private StateReplicator(List<List<ChangelogRecord>> tasks) {
    this.recordsByTask = tasks;
  }

  /** Reads the state of a stopped application from its changelogs. */
  public static StateReplicator readFromChangelogs(
      TopicFixture fixture, TopologyVariant variant, String runName) {
    String application =
        fixture.createProcessConfig(variant, runName, BaselineOutputs.NONE).applicationId();
    Map<Integer, Map<String, ChangelogRecord>> byTask = new TreeMap<>();
    CommittedReader.readAll(
        fixture.bootstrap(),
        fixture.changelogs(application),
        record -> {
          ChangelogKey key = ChangelogKey.parse(application, record);
          if (key.taskId().startsWith(Load.TASK_ID_PREFIX)) {
            byte[] suffix =
                Arrays.copyOfRange(record.key(), key.taskId().length(), record.key().length);
            ChangelogRecord entry =
                new ChangelogRecord(key.store(), suffix, record.value(), record.timestamp());
            byTask
                .computeIfAbsent(Load.taskNumber(key.taskId()), task -> new LinkedHashMap<>())
                .put(key.store() + Arrays.toString(suffix), entry);
          }
        });
    return new StateReplicator(
        byTask.values().stream().map(all -> List.copyOf(all.values())).toList());
  }

  /**
   * Writes the state of this many tasks into the changelogs of a future application. The first
   * tasks get their own state, and the others copies of it.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback records the failure
  public void writeToChangelogs(
      TopicFixture fixture, TopologyVariant variant, String runName, int taskCount) {
    String application =
        fixture.createProcessConfig(variant, runName, BaselineOutputs.NONE).applicationId();
    TreeSet<String> stores = new TreeSet<>();
    recordsByTask.forEach(task -> task.forEach(entry -> stores.add(entry.store())));
    stores.forEach(
        store -> fixture.createChangelog(ChangelogKey.changelogTopicName(application, store)));
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer = createBytesProducer(fixture.bootstrap())) {
      for (int i = 0; i < taskCount; i++) {
        byte[] task = (Load.TASK_ID_PREFIX + i).getBytes(StandardCharsets.UTF_8);
        int partition = Utils.toPositive(Utils.murmur2(task)) % TopicFixture.PARTITIONS;
        for (ChangelogRecord entry : recordsByTask.get(i % recordsByTask.size())) {
          byte[] key = Arrays.copyOf(task, task.length + entry.keySuffix().length);
          System.arraycopy(entry.keySuffix(), 0, key, task.length, entry.keySuffix().length);
          producer.send(
              new ProducerRecord<>(
                  ChangelogKey.changelogTopicName(application, entry.store()),
                  partition,
                  entry.timestamp(),
                  key,
                  entry.value()),
              (written, failed) -> failure.compareAndSet(null, failed));
        }
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException(
          "the copies could not be written: " + failure.get().getMessage(), failure.get());
    }
  }

  /** A producer of bytes in large batches. */
  public static KafkaProducer<byte[], byte[]> createBytesProducer(String bootstrap) {
    Map<String, Object> config = new HashMap<>(TopicFixture.BULK_PRODUCER_CONFIG);
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
