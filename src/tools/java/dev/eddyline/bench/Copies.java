package dev.eddyline.bench;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
final class Copies {

  /** One changelog record, without the task id at the start of its key. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Stored(String store, byte[] restOfKey, byte[] value, long timestamp) {}

  private final List<List<Stored>> tasks;

  private Copies(List<List<Stored>> tasks) {
    this.tasks = tasks;
  }

  /** Reads the state of a stopped application from its changelogs. */
  static Copies of(Bed bed, Subject subject, String run) {
    String application = bed.assignment(subject, run, 0).application();
    Map<String, Map<String, Stored>> byTask = new HashMap<>();
    Committed.readAll(
        bed.bootstrap(),
        bed.changelogs(application),
        record -> {
          StoredKey key = StoredKey.of(application, record);
          if (key.task().startsWith(Load.TASK)) {
            byte[] rest =
                Arrays.copyOfRange(record.key(), key.task().length(), record.key().length);
            Stored stored = new Stored(key.store(), rest, record.value(), record.timestamp());
            byTask
                .computeIfAbsent(key.task(), task -> new LinkedHashMap<>())
                .put(key.store() + Arrays.toString(rest), stored);
          }
        });
    return new Copies(byTask.values().stream().map(all -> List.copyOf(all.values())).toList());
  }

  /** Writes the state of this many tasks into the changelogs of a future application. */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback records the failure
  void write(Bed bed, Subject subject, String run, int number) {
    String application = bed.assignment(subject, run, 0).application();
    TreeSet<String> stores = new TreeSet<>();
    tasks.forEach(task -> task.forEach(stored -> stores.add(stored.store())));
    stores.forEach(store -> bed.createChangelog(StoredKey.changelog(application, store)));
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer = producer(bed.bootstrap())) {
      for (int i = 0; i < number; i++) {
        byte[] task = (Load.TASK + i).getBytes(StandardCharsets.UTF_8);
        int partition = Utils.toPositive(Utils.murmur2(task)) % Bed.PARTITIONS;
        for (Stored stored : tasks.get(i % tasks.size())) {
          byte[] key = Arrays.copyOf(task, task.length + stored.restOfKey().length);
          System.arraycopy(stored.restOfKey(), 0, key, task.length, stored.restOfKey().length);
          producer.send(
              new ProducerRecord<>(
                  StoredKey.changelog(application, stored.store()),
                  partition,
                  stored.timestamp(),
                  key,
                  stored.value()),
              (written, failed) -> failure.compareAndSet(null, failed));
        }
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException("the copies could not be written", failure.get());
    }
  }

  /** A producer of bytes in large batches. */
  static KafkaProducer<byte[], byte[]> producer(String bootstrap) {
    Map<String, Object> config = new HashMap<>(Bed.IN_BULK);
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
