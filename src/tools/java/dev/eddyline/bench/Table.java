package dev.eddyline.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Prints the figures as text tables. */
final class Table {

  private static final String LINE = "%-30s";
  private static final String COLUMN = "%30s";

  private final PrintStream out;

  Table(PrintStream out) {
    this.out = out;
  }

  /** Prints all measured sections. */
  void print(BenchReport report) {
    BenchPlan plan = report.plan();
    Optional.ofNullable(report.throughput()).ifPresent(measured -> throughput(measured, plan));
    Optional.ofNullable(report.flat()).ifPresent(measured -> flat(measured, plan));
    Optional.ofNullable(report.size()).ifPresent(this::size);
    Optional.ofNullable(report.latencies()).ifPresent(this::latencies);
    Optional.ofNullable(report.api()).ifPresent(this::api);
    Optional.ofNullable(report.meaning()).ifPresent(this::meaning);
    Optional.ofNullable(report.commit()).ifPresent(this::commit);
    Optional.ofNullable(report.stores())
        .ifPresent(measured -> options("Store types and stream threads", measured));
    Optional.ofNullable(report.compressions()).ifPresent(this::compressions);
    Optional.ofNullable(report.restore()).ifPresent(this::restore);
    Optional.ofNullable(report.standby()).ifPresent(this::standby);
    Optional.ofNullable(report.memory()).ifPresent(this::memory);
  }

  private void throughput(BenchReport.Throughput measured, BenchPlan plan) {
    line(
        "%nThroughput: %,d tasks, %,d untimed events each, %,d timed, 10 %% to 90 %%, rounds: %d",
        plan.throughputTasks(), plan.fill(), plan.throughput(), plan.rounds());
    line("median (least to most); published per event: %.4f%n", measured.publishedPerEvent());
    List<Subject> subjects = List.of(Subject.values());
    row("", subjects.stream().map(Subject::title).toList());
    List<BenchReport.Figures> figures =
        subjects.stream().map(subject -> measured.subjects().get(subject.title())).toList();
    row("events/s", figures.stream().map(f -> f.eventsPerSecond().inWords("%,.0f")).toList());
    row("CPU µs per event", figures.stream().map(f -> f.cpuMicros().inWords("%.1f")).toList());
    line("");
    row("Eddyline ÷ state", List.of(measured.eddylineToState().inWords("%.3f")));
    row("Eddyline ÷ pass", List.of(measured.eddylineToPass().inWords("%.3f")));
    row("CPU, Eddyline ÷ state", List.of(measured.cpuToState().inWords("%.2f")));
    line(
        "%nThe %,d verdicts of each round equal those of a replay (%s…)",
        measured.verdicts(), measured.digest().substring(0, 16));
  }

  private void flat(BenchReport.Flat flat, BenchPlan plan) {
    int last = plan.longEvents();
    int hundredth = last / 100;
    line(
        "%nFlat: Eddyline; %,d tasks with short and long histories, then filled tasks at random",
        plan.longTasks());
    line("rounds: %d, median (least to most)%n", plan.rounds());
    row("", List.of("events/s", "CPU µs per event"));
    compared(
        flat.histories(),
        inWords("events %,d to %,d of each", hundredth, 2 * hundredth),
        inWords("events %,d to %,d", last - hundredth, last));
    compared(flat.tasks(), inWords("%,d tasks", plan.few()), inWords("%,d tasks", plan.many()));
  }

  private void compared(BenchReport.Compared compared, String less, String more) {
    figures(less, compared.less());
    figures(more, compared.more());
    row("ratio", List.of(compared.ratio().inWords("%.3f")));
  }

  private void figures(String name, BenchReport.Figures figures) {
    row(
        name,
        List.of(figures.eventsPerSecond().inWords("%,.0f"), figures.cpuMicros().inWords("%.1f")));
  }

  private void size(BenchReport.Size size) {
    line("%nStored per task, key and value over all stores, uncompressed");
    stored("after a median run", size.median());
    stored("with full histories", size.filled());
    stored("with all stores full", size.full());
  }

  private void stored(String when, StateBytes state) {
    line(
        "  %-22s mean %,7.0f B, largest %,7d B, of %,d tasks",
        when, state.mean(), state.largest(), state.tasks());
    state.meanByStore().entrySet().stream()
        .sorted((one, other) -> Double.compare(other.getValue(), one.getValue()))
        .forEach(store -> line("    %-28s mean %,7.0f B", store.getKey(), store.getValue()));
  }

  private void latencies(List<BenchReport.Latency> latencies) {
    line(
        "%nLatency, event due → reply read (read_committed), open loop at %,.0f events/s, ms",
        latencies.get(0).eventsPerSecond());
    for (BenchReport.Latency latency : latencies) {
      line(
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

  private void api(BenchReport.Api api) {
    line(
        "%nReads of the console's API, due → response, open loop at %,.0f a second, during %,.0f"
            + " events/s (a quarter of the capacity) of %,d tasks, ms",
        api.readsPerSecond(), api.eventsPerSecond(), api.tasks());
    for (BenchReport.Read read : api.reads()) {
      line(
          "  %-9s p50 %7.1f  p99 %7.1f  p99.9 %7.1f  max %7.1f  of %,d, failed %,d",
          read.route(),
          read.p50(),
          read.p99(),
          read.p999(),
          read.most(),
          read.answers(),
          read.failed());
    }
  }

  private void meaning(BenchReport.Meaning measured) {
    line(
        "%nVerdicts of tasks without a model, due → reply read, open loop at %,.0f events/s,"
            + " by side load, ms (and ÷ without side load)",
        measured.eventsPerSecond());
    for (BenchReport.Besides each : measured.besides()) {
      BenchReport.Latency latency = each.latency();
      BenchReport.Caused caused = each.caused();
      line(
          "  %-35s p50 %7.1f (%.2f)  p99 %7.1f (%.2f)  max %7.1f  of %,d",
          each.beside().title(caused.burst()),
          latency.p50(),
          each.p50ToNothing(),
          latency.p99(),
          each.p99ToNothing(),
          latency.most(),
          latency.answers());
      if (each.beside().hasBurst()) {
        line(
            "    all replied after %.1f s; %,d model requests, lost %d, %,.0f texts/s",
            caused.seconds(), caused.questions(), caused.lost(), caused.textsPerSecond());
      } else if (each.beside() == Beside.EVALUATOR) {
        line("    %,d evaluation requests, none answered", caused.evaluations());
      }
    }
    line("  sentence model alone, one thread: %,.0f texts/s", measured.modelTextsPerSecond());
  }

  private void commit(BenchReport.Commit commit) {
    options("Commit intervals", commit.throughput());
    latencies(commit.latencies());
  }

  private void options(String title, List<BenchReport.Option> options) {
    line("%n%s, Eddyline", title);
    row("", List.of("events/s", "CPU µs per event"));
    options.forEach(option -> figures("  " + option.settings(), option.figures()));
  }

  private void compressions(List<BenchReport.Compressed> compressions) {
    line("%nCompression, Eddyline; ratio of rates to the first row, MB on the topics of one run");
    row("", List.of("events/s", "ratio", "CPU µs per event", "outputs", "changelogs"));
    for (BenchReport.Compressed each : compressions) {
      row(
          "  " + each.settings(),
          List.of(
              each.figures().eventsPerSecond().inWords("%,.0f"),
              each.rateRatio().inWords("%.2f"),
              each.figures().cpuMicros().inWords("%.1f"),
              each.outputMb().inWords("%.1f"),
              each.changelogMb().inWords("%.1f")));
    }
  }

  private void restore(BenchReport.Restore restore) {
    line("%nRestore of %,.1f MB in %,d records, MB/s", restore.bytes() / 1e6, restore.records());
    row("", List.of("consumer alone", "state", "Eddyline"));
    row(
        "",
        List.of(
            restore.consumer().inWords("%.1f"),
            restore.state().inWords("%.1f"),
            restore.eddyline().inWords("%.1f")));
    row("Eddyline ÷ state", List.of(restore.eddylineToState().inWords("%.3f")));
  }

  private void standby(BenchReport.Standby standby) {
    line(
        "%nKill of one of two processors, session %,d ms: all partitions publish verdicts again"
            + " after %.1f s without a standby replica, %.1f s with one",
        standby.sessionMs(), standby.without(), standby.with());
  }

  private void memory(BenchReport.Memory memory) {
    line(
        "%nResident size during %,d new tasks (%,d events), MB after each tenth",
        memory.tasks(), memory.events());
    line(
        "  %s; last quarter ÷ second %.3f",
        memory.residentMb().stream()
            .map(size -> inWords("%.0f", size))
            .collect(Collectors.joining("  ")),
        memory.lastToSecondQuarter());
  }

  private void row(String title, List<String> cells) {
    StringBuilder row = new StringBuilder(LINE.formatted(title));
    cells.forEach(cell -> row.append(COLUMN.formatted(cell)));
    out.println(row);
  }

  private void line(String format, Object... values) {
    out.println(inWords(format, values));
  }

  private static String inWords(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
