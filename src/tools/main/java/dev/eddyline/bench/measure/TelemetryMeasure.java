package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.load.SpanBodies;
import dev.eddyline.bench.load.SyntheticTexts;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.BenchGatewayMain;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.BenchProcessConfig;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchPlan;
import dev.eddyline.bench.report.BenchReport;
import dev.eddyline.bench.report.ProcessingRate;
import dev.eddyline.bench.report.RoundStats;
import dev.eddyline.bench.report.TimedRange;
import dev.eddyline.config.Setting;
import dev.eddyline.local.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what a gateway costs for an event that arrives as OTLP. In each round a new gateway
 * receives and maps spans; then the baseline topology {@code pass} processes the events that the
 * gateway published. The first third of the events is not timed: the JIT compiler would use much of
 * its processor time.
 */
public final class TelemetryMeasure {

  /** Clients that post at the same time. */
  private static final int CLIENTS = 4;

  /** Enough tasks and events to know how many records Eddyline publishes for an event. */
  private static final int REPLAYED_TASKS = 50;

  private static final int REPLAYED_EVENTS = 10_000;
  private static final Duration RETRY_PAUSE = Duration.ofMillis(100);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int SERVICE_UNAVAILABLE = 503;

  private final BenchContext context;
  private final SpanBodies bodies;
  private final long untimedGroups;
  private final long groups;

  /** A measurement with the servers, plan and load of this run. */
  public TelemetryMeasure(BenchContext context) {
    this.context = context;
    BenchPlan plan = context.plan();
    bodies =
        new SpanBodies(
            context.mix(),
            new SyntheticTexts(context.mix().words()),
            plan.few(),
            context.firstEventAt());
    long timedGroups = 1L + plan.throughput() / SpanBodies.EVENTS_PER_GROUP;
    untimedGroups = 1 + timedGroups / 2;
    groups = untimedGroups + timedGroups;
  }

  /** Runs the rounds. */
  public BenchReport.TelemetryFigures measure() {
    List<ProcessingRate> pass = new ArrayList<>();
    List<ProcessingRate> gateway = new ArrayList<>();
    int tasks = Math.min(REPLAYED_TASKS, context.plan().few());
    Load replayed =
        context.load(
            tasks, context.plan().fill(), Math.min(REPLAYED_EVENTS, context.plan().throughput()));
    BaselineOutputs outputs = ReplayBaseline.replay(tasks, List.of(replayed)).outputs();
    for (int round = 1; round <= context.plan().rounds(); round++) {
      try (TopicFixture fixture = context.createTopicFixture("telemetry-" + round)) {
        gateway.add(measureGateway(fixture));
        pass.add(measurePass(fixture, outputs));
      }
      context.printProgress(
          "  round %d of %d  gateway %.1f, pass %.1f CPU µs per event",
          round,
          context.plan().rounds(),
          gateway.get(round - 1).cpuMicros(),
          pass.get(round - 1).cpuMicros());
    }
    return new BenchReport.TelemetryFigures(
        timedRange().to() - timedRange().from(),
        BenchReport.RoundFigures.of(pass),
        BenchReport.RoundFigures.of(gateway),
        RoundStats.ofRatios(cpuMicros(gateway), cpuMicros(pass)));
  }

  private static List<Double> cpuMicros(List<ProcessingRate> rounds) {
    return rounds.stream().map(ProcessingRate::cpuMicros).toList();
  }

  private TimedRange timedRange() {
    return new TimedRange(
        untimedGroups * SpanBodies.EVENTS_PER_GROUP, groups * SpanBodies.EVENTS_PER_GROUP);
  }

  /**
   * The gateway receives the timed spans after it has published all untimed events, and its time
   * ends with the last event: so the range has all of its work, also that of receipt.
   */
  private ProcessingRate measureGateway(TopicFixture fixture) {
    int port = Ports.findFreePort();
    BenchProcessConfig config =
        fixture
            .createProcessConfig(TopologyVariant.PASS, "gateway", BaselineOutputs.NONE)
            .withSettings(context.plan().settings())
            .withSettings(
                Map.of(
                    Setting.OTLP_PORT.key(),
                    Integer.toString(port),
                    Setting.HTTP_PORT.key(),
                    "0",
                    Setting.HEALTH_PORT.key(),
                    "0"));
    URI url = URI.create("http://127.0.0.1:%d/v1/traces".formatted(port));
    TimedRange range = timedRange();
    try (BenchProcess process = new BenchProcess(config, BenchGatewayMain.class)) {
      post(process, url, 0, untimedGroups);
      process.await(sample -> sample.events() >= range.from(), "the untimed events");
      post(process, url, untimedGroups, groups);
      process.await(sample -> sample.events() >= range.to(), "the timed events");
      return ProcessingRate.ofRange(process.progressSamples(), range);
    }
  }

  private ProcessingRate measurePass(TopicFixture fixture, BaselineOutputs outputs) {
    BenchProcessConfig config =
        fixture
            .createProcessConfig(TopologyVariant.PASS, "baseline", outputs)
            .withSettings(context.plan().settings());
    fixture.commitStartOffsets(config.applicationId(), true);
    try (BenchProcess process = new BenchProcess(config)) {
      return ProcessingRate.ofRange(
          process.awaitAllEvents(fixture, timedRange().to()), timedRange());
    }
  }

  private void post(BenchProcess process, URI url, long fromGroup, long toGroup) {
    AtomicLong next = new AtomicLong(fromGroup * SpanBodies.SPANS_PER_GROUP);
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      clients.add(
          CompletableFuture.runAsync(
              () -> postBodies(process, url, next, toGroup * SpanBodies.SPANS_PER_GROUP)));
    }
    clients.forEach(CompletableFuture::join);
  }

  private void postBodies(BenchProcess process, URI url, AtomicLong next, long end) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    long from = next.getAndAdd(SpanBodies.SPANS_PER_BODY);
    while (from < end) {
      byte[] body = bodies.body(from, Math.min(end, from + SpanBodies.SPANS_PER_BODY));
      HttpRequest request =
          HttpRequest.newBuilder(url)
              .timeout(TIMEOUT)
              .header("Content-Type", "application/x-protobuf")
              .POST(BodyPublishers.ofByteArray(body))
              .build();
      while (!post(client, request)) {
        // throws when the gateway has ended
        process.await(sample -> true, "all bodies");
        LockSupport.parkNanos(RETRY_PAUSE.toNanos());
      }
      from = next.getAndAdd(SpanBodies.SPANS_PER_BODY);
    }
  }

  /** Whether the gateway has taken a body; not while it starts or is busy. */
  private static boolean post(HttpClient client, HttpRequest request) {
    try {
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      if (status != OK && status != SERVICE_UNAVAILABLE) {
        throw new IllegalStateException("the gateway answered with status " + status);
      }
      return status == OK;
    } catch (IOException notStarted) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while posting spans", interrupted);
    }
  }
}
