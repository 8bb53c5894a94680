package dev.eddyline.bench.report;

import dev.eddyline.bench.process.ChangelogKey;
import dev.eddyline.bench.process.CommittedReader;
import dev.eddyline.bench.process.TopicFixture;
import java.util.HashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * State size, from the newest record of each key in an application's changelogs: the same bytes,
 * uncompressed, as in its stores.
 *
 * @param tasks number of tasks with stored state
 * @param mean mean size of keys and values of a task over all stores, in bytes
 * @param largest size of keys and values of the largest task over all stores, in bytes
 * @param meanByStore each store's part of the mean, in bytes
 */
public record StateBytes(long tasks, double mean, long largest, Map<String, Double> meanByStore) {

  public StateBytes {
    meanByStore = Map.copyOf(meanByStore);
  }

  /** Measures a stopped application. */
  public static StateBytes measureChangelogs(
      TopicFixture fixture, String application, String taskPrefix) {
    Map<ChangelogKey, Integer> sizes = new HashMap<>();
    CommittedReader.readAll(
        fixture.bootstrap(),
        fixture.changelogs(application),
        record ->
            addRecordSize(record, ChangelogKey.parse(application, record), taskPrefix, sizes));
    Map<String, Long> byTask = new HashMap<>();
    Map<String, Long> byStore = new TreeMap<>();
    sizes.forEach(
        (key, size) -> {
          byTask.merge(key.taskId(), (long) size, Long::sum);
          byStore.merge(key.store(), (long) size, Long::sum);
        });
    LongSummaryStatistics all =
        byTask.values().stream().mapToLong(Long::longValue).summaryStatistics();
    Map<String, Double> means = new TreeMap<>();
    byStore.forEach((store, size) -> means.put(store, (double) size / byTask.size()));
    return new StateBytes(all.getCount(), all.getAverage(), all.getMax(), means);
  }

  private static void addRecordSize(
      ConsumerRecord<byte[], byte[]> record,
      ChangelogKey key,
      String taskPrefix,
      Map<ChangelogKey, Integer> sizes) {
    if (!key.taskId().startsWith(taskPrefix)) {
      return;
    }
    if (record.value() == null) {
      sizes.remove(key);
    } else {
      sizes.put(key, record.key().length + record.value().length);
    }
  }
}
