package dev.eddyline.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Measures how fast lost state is restored: by Eddyline, by the baseline topology from the same
 * records, and by a consumer that only reads them.
 */
final class RestoreMeasure {

  private static final double MEGA = 1e6;

  private final Stage stage;

  RestoreMeasure(Stage stage) {
    this.stage = stage;
  }

  BenchReport.Restore measure() {
    Load load = stage.load(stage.plan().tasks(), stage.plan().fill(), 0);
    try (Bed bed = stage.bed("restore")) {
      bed.publish(load);
      stage.eddyline(bed, "run", load, List.of(), Map.of());
      Assignment eddyline = assignment(bed, Subject.EDDYLINE);
      Assignment state = assignment(bed, Subject.STATE);
      List<String> changelogs = bed.changelogs(eddyline.application());
      long records = copy(bed, changelogs, state);
      bed.begin(state.application(), false);
      List<Double> plain = new ArrayList<>();
      List<Double> ofState = new ArrayList<>();
      List<Double> ofEddyline = new ArrayList<>();
      long bytes = 0;
      for (int round = 1; round <= stage.plan().rounds(); round++) {
        AtomicLong read = new AtomicLong();
        long begin = System.nanoTime();
        Committed.readAll(
            bed.bootstrap(),
            changelogs,
            record -> read.addAndGet(record.serializedKeySize() + record.serializedValueSize()));
        bytes = read.get();
        plain.add(bytes / ((System.nanoTime() - begin) / 1e9) / MEGA);
        List<Runnable> both = new ArrayList<>();
        long size = bytes;
        both.add(() -> ofState.add(size / restored(state, records) / MEGA));
        both.add(() -> ofEddyline.add(size / restored(eddyline, records) / MEGA));
        Collections.rotate(both, round);
        both.forEach(Runnable::run);
        stage.tell("  restore, round %d of %d", round, stage.plan().rounds());
      }
      return new BenchReport.Restore(
          bytes,
          records,
          Spread.of(plain),
          Spread.of(ofState),
          Spread.of(ofEddyline),
          Spread.ofRatios(ofEddyline, ofState));
    }
  }

  private Assignment assignment(Bed bed, Subject subject) {
    return bed.assignment(subject, "run", 0).with(stage.plan().settings());
  }

  /** Copies all records into the changelog of the baseline topology; returns their number. */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback records the failure
  private static long copy(Bed bed, List<String> changelogs, Assignment state) {
    String target = StoredKey.changelog(state.application(), PlainWork.STORE);
    bed.createChangelog(target);
    AtomicLong records = new AtomicLong();
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer = Copies.producer(bed.bootstrap())) {
      Committed.readAll(
          bed.bootstrap(),
          changelogs,
          record -> {
            records.incrementAndGet();
            producer.send(
                new ProducerRecord<>(
                    target, record.partition(), record.timestamp(), record.key(), record.value()),
                (written, failed) -> failure.compareAndSet(null, failed));
          });
    }
    if (failure.get() != null) {
      throw new IllegalStateException("the changelogs could not be copied", failure.get());
    }
    return records.get();
  }

  /** Seconds from the last sample before the first restored record to the last record. */
  private static double restored(Assignment task, long records) {
    try (Run run = new Run(task)) {
      run.awaitRunning();
      List<Moment> moments = run.moments();
      long begin = 0;
      for (Moment moment : moments) {
        if (moment.restored() == 0) {
          begin = moment.at();
        } else if (moment.restored() >= records) {
          return (moment.at() - begin) / 1e9;
        }
      }
      Moment last = moments.get(moments.size() - 1);
      throw new IllegalStateException(
          "%s restored %d of %d records".formatted(task.application(), last.restored(), records));
    }
  }
}
