package dev.eddyline.bench;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.evaluator.EvaluationWorker;
import dev.eddyline.evaluator.Evaluators;
import dev.eddyline.meaning.SentenceModel;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures the effect of models on verdicts that do not need one. Times these at a constant rate
 * during a burst of requests to the sentence model, and while an evaluator's model hangs. The same
 * load alone, before and after, is the baseline.
 */
final class MeaningMeasure {

  /** Events a second: about a tenth of the capacity of two CPUs. */
  private static final double RATE = 1_000;

  /** Events that fill a task's histories; they also warm up the processor. */
  private static final int FILL = 20;

  /** Burst requests for each text with which the model alone is timed. */
  private static final int TEXT_SHARE = 10;

  private static final List<Beside> ORDER =
      List.of(Beside.NOTHING, Beside.WORDS, Beside.MEANING, Beside.EVALUATOR, Beside.NOTHING);

  private static final Duration POLL = Duration.ofMillis(5);

  private final Stage stage;

  MeaningMeasure(Stage stage) {
    this.stage = stage;
  }

  /** The measurement during one side load. */
  private record Seen(Beside beside, Histogram answers, BenchReport.Caused caused) {}

  /**
   * @throws IllegalStateException when a question is lost or a reply is duplicated
   */
  BenchReport.Meaning measure() {
    double alone = modelAlone(Math.max(TEXT_SHARE, stage.plan().burst() / TEXT_SHARE));
    List<Seen> all = new ArrayList<>();
    for (Beside beside : ORDER) {
      all.add(beside(beside, all.size()));
    }
    return report(alone, all);
  }

  /** Texts per second of the sentence model, one after the other. */
  private double modelAlone(int texts) {
    stage.tell("The sentence model alone…");
    SentenceModel model = SentenceModel.shared();
    double perSecond = 0;
    for (int round = 0; round < 2; round++) { // the first one warms up
      long begun = System.nanoTime();
      for (int text = 0; text < texts; text++) {
        model.encode("create unit tests for the %s parser".formatted(Burst.word(text)));
      }
      perSecond = texts * 1e9 / (System.nanoTime() - begun);
    }
    return perSecond;
  }

  private Seen beside(Beside beside, int turn) {
    try {
      Path policy = Files.createTempFile("eddyline-bench-", ".yaml");
      try {
        Files.writeString(policy, beside.policy());
        return beside(beside, turn, policy);
      } finally {
        Files.delete(policy);
      }
    } catch (IOException full) {
      throw new UncheckedIOException("cannot write the policy file", full);
    }
  }

  @SuppressWarnings("try") // the evaluator is only closed
  private Seen beside(Beside beside, int turn, Path policy) {
    int seconds = Math.max(1, stage.plan().seconds() * 2 / 3); // all side loads in a few minutes
    int timed = (int) Math.ceil(OpenLoop.inAll(RATE * seconds));
    Load load = stage.load(stage.plan().few(), FILL, timed);
    Burst burst = new Burst(beside.hasBurst() ? stage.plan().burst() : 0);
    stage.tell("Replies at %,.0f events/s during: %s…", RATE, beside.title(burst.size()));
    try (Bed bed = stage.bed("meaning-" + turn);
        HangingEndpoint endpoint = new HangingEndpoint()) {
      Assignment task =
          bed.assignment(Subject.EDDYLINE, "side-load", 0)
              .with(stage.plan().settings())
              .with(
                  Map.of(
                      Setting.POLICY.key(), policy.toString(),
                      Setting.CANARY_EVERY.key(), "0",
                      Setting.HTTP_HOST.key(), "127.0.0.1",
                      Setting.HTTP_PORT.key(), "0",
                      Setting.HEALTH_PORT.key(), "0"));
      bed.begin(task.application(), false);
      Map<TopicPartition, Long> from =
          bed.offsets(bed.output(Subject.EDDYLINE), OffsetSpec.latest());
      bed.publish(burst::before);
      try (Run run = new Run(task, ServedMain.class);
          EvaluationWorker evaluator = beside == Beside.EVALUATOR ? worker(task, endpoint) : null;
          KafkaConsumer<byte[], byte[]> consumer = Committed.consumer(bed.bootstrap())) {
        run.awaitRunning();
        consumer.assign(from.keySet());
        from.forEach(consumer::seek);
        Histogram answers = answers(bed, task.application(), load, burst, run, consumer);
        return new Seen(beside, answers, caused(beside, bed, burst, endpoint));
      }
    }
  }

  /** Starts an evaluator in this process, whose model will hang. */
  private static EvaluationWorker worker(Assignment task, HangingEndpoint endpoint) {
    Settings settings =
        task.with(
                Map.of(
                    Setting.EVALUATOR_URL.key(), endpoint.url(),
                    Setting.EVALUATOR_MODEL.key(), "hangs",
                    Setting.EVALUATOR_TIMEOUT.key(), "300"))
            .allSettings();
    return EvaluationWorker.start(settings, Evaluators.of(settings));
  }

  private static Histogram answers(
      Bed bed,
      String application,
      Load load,
      Burst burst,
      Run run,
      KafkaConsumer<byte[], byte[]> consumer) {
    OpenLoop loop = new OpenLoop(bed, load, RATE, () -> bed.taken(application) - burst.size());
    var verdicts = AvroSerde.of(LoopVerdict.class, bed.registry()).deserializer();
    Thread sending = loop.start();
    Thread bursting = burst.start(bed, loop);
    try {
      long limit = System.nanoTime() + Run.STANDSTILL.toNanos();
      while (!loop.isAnswered() || burst.open() > 0) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          String event = verdicts.deserialize(record.topic(), record.value()).getEventId();
          loop.answered(event);
          burst.answered(event);
          limit = System.nanoTime() + Run.STANDSTILL.toNanos();
        }
        // throws when the processor has ended or failed
        run.await(now -> true, "all replies");
        if (loop.isAnswered() && System.nanoTime() > limit) {
          throw new IllegalStateException(
              "%s: %d of %d requests of the burst got no reply"
                  .formatted(application, burst.open(), burst.size()));
        }
        loop.check(limit, application);
      }
    } finally {
      sending.interrupt();
      bursting.interrupt();
    }
    return loop.ofTasks();
  }

  private static BenchReport.Caused caused(
      Beside beside, Bed bed, Burst burst, HangingEndpoint endpoint) {
    Asked asked = Asked.on(bed);
    if (asked.lost() > 0) {
      throw new IllegalStateException(
          "%d of %d questions to the sentence model are lost"
              .formatted(asked.lost(), asked.questions()));
    }
    long evaluations = Asked.records(bed, TopicRole.PROGRESS_EVALUATION_REQUESTS);
    if (beside == Beside.EVALUATOR) {
      long told = Asked.records(bed, TopicRole.PROGRESS_EVALUATIONS);
      if (endpoint.calls() == 0 || told > 0) {
        throw new IllegalStateException(
            "the evaluator's model must hang: %d calls, %d answers"
                .formatted(endpoint.calls(), told));
      }
    }
    return new BenchReport.Caused(
        burst.size(),
        burst.seconds(),
        asked.questions(),
        asked.lost(),
        asked.textsPerSecond(),
        evaluations);
  }

  private BenchReport.Meaning report(double alone, List<Seen> all) {
    Histogram plain = new Histogram(3);
    all.stream()
        .filter(seen -> seen.beside() == Beside.NOTHING)
        .forEach(seen -> plain.add(seen.answers()));
    return new BenchReport.Meaning(
        RATE,
        alone,
        all.stream()
            .map(
                seen ->
                    BenchReport.Besides.of(
                        seen.beside(), RATE, seen.answers(), plain, seen.caused()))
            .toList());
  }
}
