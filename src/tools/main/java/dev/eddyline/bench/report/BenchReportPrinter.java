package dev.eddyline.bench.report;

import dev.eddyline.bench.process.BaselineProcessor;
import dev.eddyline.bench.process.TopologyVariant;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the figures as text tables. */
public final class BenchReportPrinter {

  private static final String LINE = "%-30s";
  private static final String COLUMN = "%30s";
  private static final List<String> RATE_TITLES = List.of("events/s", "CPU µs per event", "JIT");

  private final PrintStream out;

  /** A printer to this stream. */
  public BenchReportPrinter(PrintStream out) {
    this.out = out;
  }

  /** Prints all measured sections. */
  public void print(BenchReport report) {
    BenchPlan plan = report.plan();
    Optional.ofNullable(report.throughput())
        .ifPresent(counts -> counts.forEach(measured -> printThroughput(measured, plan)));
    Optional.ofNullable(report.profile()).ifPresent(loads -> loads.forEach(this::printProfile));
    Optional.ofNullable(report.scaling()).ifPresent(measured -> printScaling(measured, plan));
    Optional.ofNullable(report.size()).ifPresent(this::printStateSizes);
    Optional.ofNullable(report.latencies()).ifPresent(this::printLatencies);
    Optional.ofNullable(report.meaning()).ifPresent(this::printModelLoad);
    Optional.ofNullable(report.restore()).ifPresent(this::printRestore);
  }

  private void printThroughput(BenchReport.ThroughputFigures measured, BenchPlan plan) {
    printLine(
        "%nThroughput: %,d filled tasks, %,d events; timed since JIT < %.0f %%, to 90 %%; rounds: %d",
        measured.tasks(), plan.throughput(), JitWarmUp.MAX_COMPILER_SHARE * 100, plan.rounds());
    printLine(
        "outputs per event: %.4f; verdict: %,d B; state: %,d B a task, record cache %s B%n",
        measured.outputs().perEvent(),
        measured.outputs().verdictBytes(),
        BaselineProcessor.VALUE_BYTES,
        TopologyVariant.stateCacheBytes(plan.settings()));
    List<TopologyVariant> variants = List.of(TopologyVariant.values());
    printRow("median (least to most)", variants.stream().map(TopologyVariant::title).toList());
    List<BenchReport.RoundFigures> figures =
        variants.stream().map(variant -> measured.subjects().get(variant.title())).toList();
    printRow(
        "events/s",
        figures.stream().map(f -> f.eventsPerSecond().formatMedianAndRange("%,.0f")).toList());
    printRow(
        "CPU µs per event",
        figures.stream().map(f -> f.cpuMicros().formatMedianAndRange("%.1f")).toList());
    printRow(
        "bytes read per event",
        figures.stream().map(f -> f.bytesRead().formatMedianAndRange("%,.0f")).toList());
    printRow(
        "bytes written per event",
        figures.stream().map(f -> f.bytesWritten().formatMedianAndRange("%,.0f")).toList());
    printRow("JIT", figures.stream().map(f -> formatCompilerShare(f.compilerShare())).toList());
    printLine("");
    printRow("Eddyline ÷ state", List.of(measured.eddylineToState().formatMedianAndRange("%.3f")));
    printRow("Eddyline ÷ pass", List.of(measured.eddylineToPass().formatMedianAndRange("%.3f")));
    printRow("CPU, Eddyline ÷ state", List.of(measured.cpuToState().formatMedianAndRange("%.2f")));
    printRow("CPU, Eddyline ÷ pass", List.of(measured.cpuToPass().formatMedianAndRange("%.2f")));
    printLine(
        "%nThe %,d verdicts of %,d tasks in each round equal those of a replay (%s…)",
        measured.verdicts(), measured.replayedTasks(), measured.digest().substring(0, 16));
  }

  /** The compiler's share of the timed CPU time; says so when it is not below the limit. */
  private static String formatCompilerShare(RoundStats share) {
    return share.most() < JitWarmUp.MAX_COMPILER_SHARE
        ? formatText("JIT %.1f %%", share.most() * 100)
        : formatText("not reached: %.1f %%", share.most() * 100);
  }

  private void printProfile(BenchReport.ProfileFigures measured) {
    printLine("%nProfile of an event of %s, by stage", measured.load());
    printRow("", List.of("CPU µs", "share", "allocated B"));
    double all = measured.profiledMicros();
    for (BenchReport.StageFigures stage : measured.stages()) {
      printRow(
          stage.stage(),
          List.of(
              formatText("%.2f", stage.cpuMicros()),
              formatText("%.1f %%", stage.cpuMicros() / all * 100),
              formatText("%,.0f", stage.allocatedBytes())));
    }
    printRow(
        "sum",
        List.of(formatText("%.1f", all), "", formatText("%,.0f", measured.allocatedBytes())));
    printLine(
        "measured: %.1f µs, of which the stages are %.0f %%",
        measured.cpuMicros(), all / measured.cpuMicros() * 100);
    printLine("flame graphs: %s, %s", measured.cpuGraph(), measured.allocationGraph());
  }

  private void printScaling(BenchReport.ScalingFigures measured, BenchPlan plan) {
    printLine(
        "%nScaling: %,d tasks of 10,000 events; 1 instance with %,d events, 2 with twice as many;"
            + " rounds: %d, median (least to most)%n",
        measured.longTasks(), plan.throughput(), plan.rounds());
    printRow("", RATE_TITLES);
    printRoundFigures("1 instance", measured.oneInstance());
    printRoundFigures("2 instances", measured.twoInstances());
    printRow("events/s, 2 ÷ 1", List.of(measured.rateOfTwoToOne().formatMedianAndRange("%.2f")));
    printRow("CPU, 2 ÷ 1", List.of(measured.cpuOfTwoToOne().formatMedianAndRange("%.2f")));
    printRow("CPU µs, events 100 to 200", List.of(measured.early().formatMedianAndRange("%.1f")));
    printRow("CPU µs, 9,900 to 10,000", List.of(measured.late().formatMedianAndRange("%.1f")));
    printRow("CPU, late ÷ early", List.of(measured.lateToEarly().formatMedianAndRange("%.2f")));
  }

  private void printRoundFigures(String name, BenchReport.RoundFigures figures) {
    printRow(
        name,
        List.of(
            figures.eventsPerSecond().formatMedianAndRange("%,.0f"),
            figures.cpuMicros().formatMedianAndRange("%.1f"),
            formatCompilerShare(figures.compilerShare())));
  }

  private void printStateSizes(BenchReport.StateSizes size) {
    printLine("%nStored per task, key and value over all stores, uncompressed");
    printStateBytes("after a median run", size.median());
    printStateBytes("with full histories", size.filled());
    printStateBytes("with all stores full", size.full());
  }

  private void printStateBytes(String label, StateBytes state) {
    printLine(
        "  %-22s mean %,7.0f B, largest %,7d B, of %,d tasks",
        label, state.mean(), state.largest(), state.tasks());
    state.meanByStore().entrySet().stream()
        .sorted((one, other) -> Double.compare(other.getValue(), one.getValue()))
        .forEach(store -> printLine("    %-28s mean %,7.0f B", store.getKey(), store.getValue()));
  }

  private void printLatencies(List<BenchReport.ReplyLatency> latencies) {
    printLine(
        "%nLatency, event due → reply read (read_committed), open loop at %,.0f events/s, ms",
        latencies.get(0).eventsPerSecond());
    for (BenchReport.ReplyLatency latency : latencies) {
      printLine(
          "  commit %,5d ms  %-18s p50 %7.1f  p99 %7.1f  p99.9 %7.1f  max %7.1f  of %,d",
          latency.commitMs(),
          latency.subject(),
          latency.p50(),
          latency.p99(),
          latency.p999(),
          latency.most(),
          latency.answers());
    }
  }

  private void printModelLoad(BenchReport.ModelLoadFigures measured) {
    printLine(
        "%nVerdicts of tasks without a model, due → reply read, open loop at %,.0f events/s,"
            + " by side load, ms (and ÷ without side load)",
        measured.eventsPerSecond());
    for (BenchReport.SideLoadLatency each : measured.besides()) {
      BenchReport.ReplyLatency latency = each.latency();
      BenchReport.SideLoadEffect caused = each.caused();
      printLine(
          "  %-35s p50 %7.1f (%.2f)  p99 %7.1f (%.2f)  max %7.1f  of %,d",
          each.beside().title(caused.burst()),
          latency.p50(),
          each.p50ToNothing(),
          latency.p99(),
          each.p99ToNothing(),
          latency.most(),
          latency.answers());
      if (each.beside().hasBurst()) {
        printLine(
            "    all replied after %.1f s; %,d model requests, lost %d, %,.0f texts/s",
            caused.seconds(), caused.questions(), caused.lost(), caused.textsPerSecond());
      } else if (each.beside() == SideLoad.EVALUATOR) {
        printLine("    %,d evaluation requests, none answered", caused.evaluations());
      }
    }
    printLine("  sentence model alone, one thread: %,.0f texts/s", measured.modelTextsPerSecond());
  }

  private void printRestore(BenchReport.RestoreFigures restore) {
    printLine(
        "%nRestore of %,.1f MB in %,d records, MB/s", restore.bytes() / 1e6, restore.records());
    printRow("", List.of("consumer alone", "state", "Eddyline"));
    printRow(
        "",
        List.of(
            restore.consumer().formatMedianAndRange("%.1f"),
            restore.state().formatMedianAndRange("%.1f"),
            restore.eddyline().formatMedianAndRange("%.1f")));
    printRow("Eddyline ÷ state", List.of(restore.eddylineToState().formatMedianAndRange("%.3f")));
  }

  private void printRow(String title, List<String> cells) {
    StringBuilder row = new StringBuilder(LINE.formatted(title));
    cells.forEach(cell -> row.append(COLUMN.formatted(cell)));
    out.println(row);
  }

  private void printLine(String format, Object... values) {
    out.println(formatText(format, values));
  }

  private static String formatText(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
