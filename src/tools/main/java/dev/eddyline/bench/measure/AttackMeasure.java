package dev.eddyline.bench.measure;

import dev.eddyline.attack.Attack;
import dev.eddyline.attack.AttackedProcessor;
import dev.eddyline.attack.Attacks;
import dev.eddyline.attack.HealthProbe;
import dev.eddyline.attack.VerdictFlow;
import dev.eddyline.bench.process.BaselineOutputs;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.bench.report.BenchReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Measures verdicts and health probes of a processor while its HTTP server is attacked. */
public final class AttackMeasure {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final BenchContext context;
  private final Duration length;

  /** A measurement with the servers, plan and load of this run. */
  public AttackMeasure(BenchContext context) {
    this.context = context;
    length = Duration.ofSeconds(context.plan().seconds());
  }

  /** Runs the attacks; the figures of each. */
  public List<BenchReport.AttackFigures> measure() {
    try (TopicFixture fixture = context.createTopicFixture("attacks");
        AttackedProcessor processor =
            new AttackedProcessor(
                fixture
                    .createProcessConfig(TopologyVariant.EDDYLINE, "attacked", BaselineOutputs.NONE)
                    .withSettings(context.plan().settings())
                    .settings());
        VerdictFlow flow =
            new VerdictFlow(fixture.bootstrap(), fixture.registry(), fixture.topics())) {
      if (!flow.awaitFirstVerdict(START_LIMIT)) {
        throw new IllegalStateException(
            "the attacked processor has not replied within %d s: %s"
                .formatted(START_LIMIT.toSeconds(), processor.lastErrorWithCauses()));
      }
      Attacks attacks = new Attacks(processor);
      warmUp(attacks, processor);
      List<BenchReport.AttackFigures> figures = new ArrayList<>();
      for (Attack attack : attacks.all()) {
        context.printProgress("Attack: %s…", attack.title());
        figures.add(measure(attack, processor, flow));
      }
      return figures;
    }
  }

  /** Probes and rejections are compiled before they are measured. */
  @SuppressWarnings("try") // the probes only run
  private void warmUp(Attacks attacks, AttackedProcessor processor) {
    context.printProgress("Eddyline under attack…");
    try (HealthProbe probes = new HealthProbe(processor.healthAddress());
        Attack warmUp = attacks.malformedRequests()) {
      warmUp.run(length);
    }
  }

  private BenchReport.AttackFigures measure(
      Attack attack, AttackedProcessor processor, VerdictFlow flow) {
    flow.takeLatencies();
    pause();
    BenchReport.VerdictFigures quiet = BenchReport.VerdictFigures.of(flow.takeLatencies(), length);
    long start = System.nanoTime();
    HealthProbe probes = new HealthProbe(processor.healthAddress());
    try (probes;
        attack) {
      attack.run(length);
    }
    Duration attackLength = Duration.ofNanos(System.nanoTime() - start);
    Histogram attacked = flow.takeLatencies();
    if (!processor.isAlive() || probes.failures() > 0) {
      throw new IllegalStateException(
          "the processor did not survive '%s': %s"
              .formatted(attack.title(), processor.lastErrorWithCauses()));
    }
    return new BenchReport.AttackFigures(
        attack.title(),
        quiet,
        BenchReport.VerdictFigures.of(attacked, attackLength),
        probes.longestMillis(),
        processor.peakResidentMib());
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(length.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted between two attacks", interrupted);
    }
  }
}
