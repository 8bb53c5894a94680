package dev.eddyline.bench;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures the three topology variants over the same input in rounds, each run with a new
 * application. The order rotates from round to round.
 */
final class ThroughputMeasure {

  private final Bed bed;
  private final Load load;
  private final Replayed replayed;
  private final PrintStream progress;
  private final Map<Subject, List<Pace>> paces = new EnumMap<>(Subject.class);
  private final Map<String, String> options;

  /**
   * A measurement of a load that is already published.
   *
   * @param options settings of all three variants
   */
  ThroughputMeasure(
      Bed bed, Load load, Replayed replayed, Map<String, String> options, PrintStream progress) {
    this.bed = bed;
    this.load = load;
    this.replayed = replayed;
    this.options = options;
    this.progress = progress;
    for (Subject subject : Subject.values()) {
      paces.put(subject, new ArrayList<>());
    }
  }

  /**
   * Runs the rounds.
   *
   * @throws IllegalStateException when verdicts differ from those of the replay
   */
  BenchReport.Throughput rounds(int rounds) {
    List<Subject> order = new ArrayList<>(List.of(Subject.values()));
    for (int round = 1; round <= rounds; round++) {
      for (Subject subject : order) {
        Pace pace = run(subject, round);
        paces.get(subject).add(pace);
        progress.printf(
            Locale.ROOT,
            "  round %d of %d  %-8s  %,9.0f events/s  %6.1f CPU µs per event%n",
            round,
            rounds,
            subject.title(),
            pace.eventsPerSecond(),
            pace.cpuMicros());
      }
      Collections.rotate(order, 1);
    }
    return report();
  }

  private Pace run(Subject subject, int round) {
    Assignment task =
        bed.assignment(subject, Integer.toString(round), replayed.published()).with(options);
    bed.begin(task.application(), true);
    Map<TopicPartition, Long> outputs = bed.offsets(bed.output(subject), OffsetSpec.latest());
    Pace pace;
    try (Run run = new Run(task)) {
      pace = run.measure(bed, load.size(), List.of(Span.middle(load))).get(0);
    }
    if (subject == Subject.EDDYLINE) {
      requireSameVerdicts(outputs, round);
    }
    bed.forget(task.application());
    return pace;
  }

  private void requireSameVerdicts(Map<TopicPartition, Long> from, int round) {
    VerdictDigest digest = new VerdictDigest();
    var verdicts = AvroSerde.of(LoopVerdict.class, bed.registry()).deserializer();
    Committed.read(
        bed.bootstrap(),
        from,
        record -> digest.add(verdicts.deserialize(record.topic(), record.value())));
    VerdictDigest wanted = replayed.digest();
    if (!digest.hex().equals(wanted.hex())) {
      AtomicLong refused = new AtomicLong();
      String deadLetters = bed.topics().name(TopicRole.AGENT_EVENTS_DLQ);
      Committed.readAll(bed.bootstrap(), List.of(deadLetters), record -> refused.incrementAndGet());
      throw new IllegalStateException(
          "round %d: verdicts differ from the replay: %d with digest %s, replay: %d with %s;"
                  .formatted(
                      round, digest.verdicts(), digest.hex(), wanted.verdicts(), wanted.hex())
              + " dead-lettered records: "
              + refused);
    }
  }

  private BenchReport.Throughput report() {
    Map<String, BenchReport.Figures> figures = new LinkedHashMap<>();
    paces.forEach(
        (subject, rounds) -> figures.put(subject.title(), BenchReport.Figures.of(rounds)));
    return new BenchReport.Throughput(
        replayed.published(),
        figures,
        Spread.ofRatios(rates(Subject.EDDYLINE), rates(Subject.STATE)),
        Spread.ofRatios(rates(Subject.EDDYLINE), rates(Subject.PASS)),
        Spread.ofRatios(cpu(Subject.EDDYLINE), cpu(Subject.STATE)),
        replayed.digest().verdicts(),
        replayed.digest().hex());
  }

  private List<Double> rates(Subject subject) {
    return paces.get(subject).stream().map(Pace::eventsPerSecond).toList();
  }

  private List<Double> cpu(Subject subject) {
    return paces.get(subject).stream().map(Pace::cpuMicros).toList();
  }
}
