package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.BaselineProcessor;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.ChangelogKey;
import dev.eddyline.bench.process.CommittedReader;
import dev.eddyline.bench.process.ProgressSample;
import dev.eddyline.bench.process.StateReplicator;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.bench.report.RoundStats;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Measures how fast lost state is restored: by Eddyline, by the baseline topology from the same
 * records, and by a consumer that only reads them.
 */
public final class RestoreMeasure {

  private static final double BYTES_PER_MB = 1e6;

  private final BenchContext context;

  /** A measurement with the servers, plan and load of this run. */
  public RestoreMeasure(BenchContext context) {
    this.context = context;
  }

  /** Runs the rounds. */
  public BenchReport.RestoreFigures measure() {
    Load load = context.load(context.plan().tasks(), context.plan().fill(), 0);
    try (TopicFixture fixture = context.createTopicFixture("restore")) {
      fixture.publish(load);
      context.run(fixture, TopologyVariant.EDDYLINE, "run", load);
      BenchProcessConfig eddyline = createProcessConfig(fixture, TopologyVariant.EDDYLINE);
      BenchProcessConfig state = createProcessConfig(fixture, TopologyVariant.STATE);
      List<String> changelogs = fixture.changelogs(eddyline.applicationId());
      long records = copyToBaselineChangelog(fixture, changelogs, state);
      fixture.commitStartOffsets(state.applicationId(), false);
      List<Double> consumerRates = new ArrayList<>();
      List<Double> stateRates = new ArrayList<>();
      List<Double> eddylineRates = new ArrayList<>();
      long bytes = 0;
      for (int round = 1; round <= context.plan().rounds(); round++) {
        AtomicLong read = new AtomicLong();
        long begin = System.nanoTime();
        CommittedReader.readAll(
            fixture.bootstrap(),
            changelogs,
            record -> read.addAndGet(record.serializedKeySize() + record.serializedValueSize()));
        bytes = read.get();
        consumerRates.add(bytes / ((System.nanoTime() - begin) / 1e9) / BYTES_PER_MB);
        List<Runnable> restores = new ArrayList<>();
        long size = bytes;
        restores.add(
            () -> stateRates.add(size / measureRestoreSeconds(state, records) / BYTES_PER_MB));
        restores.add(
            () ->
                eddylineRates.add(size / measureRestoreSeconds(eddyline, records) / BYTES_PER_MB));
        Collections.rotate(restores, round);
        restores.forEach(Runnable::run);
        context.printProgress("  restore, round %d of %d", round, context.plan().rounds());
      }
      return new BenchReport.RestoreFigures(
          bytes,
          records,
          RoundStats.of(consumerRates),
          RoundStats.of(stateRates),
          RoundStats.of(eddylineRates),
          RoundStats.ofRatios(eddylineRates, stateRates));
    }
  }

  private BenchProcessConfig createProcessConfig(TopicFixture fixture, TopologyVariant variant) {
    return fixture
        .createProcessConfig(variant, "run", BaselineOutputs.NONE)
        .withSettings(context.plan().settings());
  }

  /**
   * Copies all records into the changelog of the baseline topology; returns their number. Its store
   * is windowed, so each key gets a window if it has none.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback records the failure
  private static long copyToBaselineChangelog(
      TopicFixture fixture, List<String> changelogs, BenchProcessConfig state) {
    String target = ChangelogKey.changelogTopicName(state.applicationId(), BaselineProcessor.STORE);
    fixture.createChangelog(target);
    AtomicLong records = new AtomicLong();
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer =
        StateReplicator.createBytesProducer(fixture.bootstrap())) {
      CommittedReader.readAll(
          fixture.bootstrap(),
          changelogs,
          record -> {
            records.incrementAndGet();
            producer.send(
                new ProducerRecord<>(
                    target,
                    record.partition(),
                    record.timestamp(),
                    ChangelogKey.toWindowKey(record),
                    record.value()),
                (written, failed) -> failure.compareAndSet(null, failed));
          });
    }
    if (failure.get() != null) {
      throw new IllegalStateException("the changelogs could not be copied", failure.get());
    }
    return records.get();
  }

  /** Seconds from the last sample before the first restored record to the last record. */
  private static double measureRestoreSeconds(BenchProcessConfig config, long records) {
    try (BenchProcess process = new BenchProcess(config)) {
      process.awaitRunning();
      List<ProgressSample> samples = process.progressSamples();
      long begin = 0;
      for (ProgressSample sample : samples) {
        if (sample.restoredRecords() == 0) {
          begin = sample.sampledAtNanos();
        } else if (sample.restoredRecords() >= records) {
          return (sample.sampledAtNanos() - begin) / 1e9;
        }
      }
      ProgressSample last = samples.get(samples.size() - 1);
      throw new IllegalStateException(
          "%s restored %d of %d records"
              .formatted(config.applicationId(), last.restoredRecords(), records));
    }
  }
}
