package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.BenchApplicationMain;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.CommittedReader;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.bench.report.SideLoad;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.detect.similarity.InstalledModel;
import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.evaluator.EvaluationWorker;
import dev.eddyline.evaluator.Evaluators;
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
public final class MeaningMeasure {

  /** Events a second: about a tenth of the capacity of two CPUs. */
  private static final double EVENTS_PER_SECOND = 1_000;

  /** Events that fill a task's histories; they also warm up the processor. */
  private static final int FILL_EVENTS_PER_TASK = 20;

  /** Burst requests for each text with which the model alone is timed. */
  private static final int BURST_REQUESTS_PER_TIMED_TEXT = 10;

  private static final List<SideLoad> SIDE_LOADS =
      List.of(
          SideLoad.NOTHING, SideLoad.WORDS, SideLoad.MEANING, SideLoad.EVALUATOR, SideLoad.NOTHING);

  private static final Duration POLL = Duration.ofMillis(5);

  private final BenchContext context;

  /** A measurement with the servers, plan and load of this run. */
  public MeaningMeasure(BenchContext context) {
    this.context = context;
  }

  /** The measurement during one side load. */
  private record SideLoadResult(
      SideLoad sideLoad, Histogram replyTimes, BenchReport.SideLoadEffect effect) {}

  /**
   * Runs the side loads one after the other.
   *
   * @throws IllegalStateException when a question is lost or a reply is duplicated
   */
  public BenchReport.ModelLoadFigures measure() {
    double modelTextsPerSecond =
        measureModelTextsPerSecond(
            Math.max(
                BURST_REQUESTS_PER_TIMED_TEXT,
                context.plan().burst() / BURST_REQUESTS_PER_TIMED_TEXT));
    List<SideLoadResult> results = new ArrayList<>();
    for (SideLoad sideLoad : SIDE_LOADS) {
      results.add(measureSideLoad(sideLoad, results.size()));
    }
    return toModelLoadFigures(modelTextsPerSecond, results);
  }

  /** Texts per second of the sentence model, one after the other. */
  private double measureModelTextsPerSecond(int texts) {
    context.printProgress("The sentence model alone…");
    SentenceEncoder model = InstalledModel.get();
    double perSecond = 0;
    for (int round = 0; round < 2; round++) { // the first one warms up
      long startNanos = System.nanoTime();
      for (int text = 0; text < texts; text++) {
        model.vector(
            "Write complete unit tests for the %s parser"
                .formatted(RequestBurst.syntheticWord(text)));
      }
      perSecond = texts * 1e9 / (System.nanoTime() - startNanos);
    }
    return perSecond;
  }

  private SideLoadResult measureSideLoad(SideLoad sideLoad, int index) {
    try {
      Path policy = Files.createTempFile("eddyline-bench-", ".yaml");
      try {
        Files.writeString(policy, sideLoad.policyText());
        return measureSideLoad(sideLoad, index, policy);
      } finally {
        Files.delete(policy);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot write the policy file", failed);
    }
  }

  @SuppressWarnings("try") // the evaluator is only closed
  private SideLoadResult measureSideLoad(SideLoad sideLoad, int index, Path policy) {
    int seconds = Math.max(1, context.plan().seconds() * 2 / 3); // all side loads in a few minutes
    int timed =
        (int) Math.ceil(OpenLoopLoad.totalEventsForTimedEvents(EVENTS_PER_SECOND * seconds));
    Load load = context.load(context.plan().few(), FILL_EVENTS_PER_TASK, timed);
    RequestBurst burst = new RequestBurst(sideLoad.hasBurst() ? context.plan().burst() : 0);
    context.printProgress(
        "Replies at %,.0f events/s during: %s…", EVENTS_PER_SECOND, sideLoad.title(burst.size()));
    try (TopicFixture fixture = context.createTopicFixture("meaning-" + index);
        HangingEndpoint endpoint = new HangingEndpoint()) {
      BenchProcessConfig config =
          fixture
              .createProcessConfig(TopologyVariant.EDDYLINE, "side-load", BaselineOutputs.NONE)
              .withSettings(context.plan().settings())
              .withSettings(
                  Map.of(
                      Setting.POLICY.key(), policy.toString(),
                      Setting.CANARY_EVERY.key(), "0",
                      Setting.HTTP_HOST.key(), "127.0.0.1",
                      Setting.HTTP_PORT.key(), "0",
                      Setting.HEALTH_PORT.key(), "0"));
      fixture.commitStartOffsets(config.applicationId(), false);
      Map<TopicPartition, Long> startOffsets =
          fixture.offsets(fixture.outputTopicName(TopologyVariant.EDDYLINE), OffsetSpec.latest());
      fixture.publish(burst::initialRequest);
      try (BenchProcess process = new BenchProcess(config, BenchApplicationMain.class);
          EvaluationWorker evaluator =
              sideLoad == SideLoad.EVALUATOR
                  ? startEvaluatorWithHangingModel(config, endpoint)
                  : null;
          KafkaConsumer<byte[], byte[]> consumer =
              CommittedReader.createReadCommittedConsumer(fixture.bootstrap())) {
        process.awaitRunning();
        consumer.assign(startOffsets.keySet());
        startOffsets.forEach(consumer::seek);
        Histogram replyTimes =
            measureReplyTimes(fixture, config.applicationId(), load, burst, process, consumer);
        return new SideLoadResult(
            sideLoad, replyTimes, measureSideLoadEffect(sideLoad, fixture, burst, endpoint));
      }
    }
  }

  /** Starts an evaluator in this process, whose model will hang. */
  private static EvaluationWorker startEvaluatorWithHangingModel(
      BenchProcessConfig config, HangingEndpoint endpoint) {
    Settings settings =
        config
            .withSettings(
                Map.of(
                    Setting.EVALUATOR_URL.key(), endpoint.url(),
                    Setting.EVALUATOR_MODEL.key(), "hangs",
                    Setting.EVALUATOR_TIMEOUT.key(), "300"))
            .allSettings();
    return EvaluationWorker.start(settings, Evaluators.of(settings));
  }

  private static Histogram measureReplyTimes(
      TopicFixture fixture,
      String application,
      Load load,
      RequestBurst burst,
      BenchProcess process,
      KafkaConsumer<byte[], byte[]> consumer) {
    OpenLoopLoad openLoop =
        new OpenLoopLoad(
            fixture,
            load,
            EVENTS_PER_SECOND,
            () -> fixture.committedEventCount(application) - burst.size());
    var verdicts = AvroSerde.of(LoopVerdict.class, fixture.registry()).deserializer();
    Thread sending = openLoop.startSending();
    Thread bursting = burst.startSending(fixture, openLoop);
    try {
      long limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
      while (!openLoop.isEveryEventRepliedTo() || burst.pendingReplyCount() > 0) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          String event = verdicts.deserialize(record.topic(), record.value()).getEventId();
          openLoop.recordReply(event);
          burst.replied(event);
          limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
        }
        // throws when the processor has ended or failed
        process.await(sample -> true, "all replies");
        if (openLoop.isEveryEventRepliedTo() && System.nanoTime() > limit) {
          throw new IllegalStateException(
              "%s: %d of %d requests of the burst got no reply"
                  .formatted(application, burst.pendingReplyCount(), burst.size()));
        }
        openLoop.requireReplyProgress(limit, application);
      }
    } finally {
      sending.interrupt();
      bursting.interrupt();
    }
    return openLoop.taskLatencies();
  }

  private static BenchReport.SideLoadEffect measureSideLoadEffect(
      SideLoad sideLoad, TopicFixture fixture, RequestBurst burst, HangingEndpoint endpoint) {
    ModelTraffic traffic = ModelTraffic.readFromFixture(fixture);
    if (traffic.lost() > 0) {
      throw new IllegalStateException(
          "%d of %d questions to the sentence model are lost"
              .formatted(traffic.lost(), traffic.questions()));
    }
    long evaluations = ModelTraffic.countRecords(fixture, TopicRole.PROGRESS_EVALUATION_REQUESTS);
    if (sideLoad == SideLoad.EVALUATOR) {
      long answeredEvaluations = ModelTraffic.countRecords(fixture, TopicRole.PROGRESS_EVALUATIONS);
      if (endpoint.connections() == 0 || answeredEvaluations > 0) {
        throw new IllegalStateException(
            "the evaluator's model must hang: %d calls, %d answers"
                .formatted(endpoint.connections(), answeredEvaluations));
      }
    }
    return new BenchReport.SideLoadEffect(
        burst.size(),
        burst.durationSeconds(),
        traffic.questions(),
        traffic.lost(),
        traffic.textsPerSecond(),
        evaluations);
  }

  private BenchReport.ModelLoadFigures toModelLoadFigures(
      double modelTextsPerSecond, List<SideLoadResult> results) {
    Histogram baseline = new Histogram(3);
    results.stream()
        .filter(result -> result.sideLoad() == SideLoad.NOTHING)
        .forEach(result -> baseline.add(result.replyTimes()));
    return new BenchReport.ModelLoadFigures(
        EVENTS_PER_SECOND,
        modelTextsPerSecond,
        results.stream()
            .map(
                result ->
                    BenchReport.SideLoadLatency.of(
                        result.sideLoad(),
                        context.plan().commitMs(),
                        EVENTS_PER_SECOND,
                        result.replyTimes(),
                        baseline,
                        result.effect()))
            .toList());
  }
}
