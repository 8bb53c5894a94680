package dev.eddyline.tools;

import dev.eddyline.bench.Bench;
import dev.eddyline.bench.report.BenchPlan;
import dev.eddyline.bench.report.BenchSection;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddyline bench}: measures the cost of Eddyline on this machine. */
@Command(
    name = "bench",
    description =
        "Compares Eddyline with two baseline topologies over the same generated events, each in a"
            + " separate process. Baseline pass decodes and forwards; state also gets and puts 2 KB in"
            + " a windowed store for each event. Exit code 1 when its verdicts differ from those of a"
            + " replay, or a question to a model is lost.",
    subcommands = CasesCommand.class,
    mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

  private static final Duration CLEANUP_TIMEOUT = Duration.ofSeconds(90);

  @Parameters(
      paramLabel = "SECTION",
      description = "throughput, profile, scaling, size, latency, meaning, restore; default: all")
  private Set<BenchSection> sections = EnumSet.noneOf(BenchSection.class);

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "rounds of each comparison; default: ${DEFAULT-VALUE}")
  private int rounds = 5;

  @Option(
      names = "--events",
      paramLabel = "N",
      description =
          "timed events of each run; other sizes follow from it. Default: 2000000 for throughput,"
              + " profile and scaling, since fewer would measure the JIT compiler; else 300000")
  private Integer events;

  @Option(
      names = "--tasks",
      paramLabel = "N,N",
      split = ",",
      description =
          "throughput: numbers of filled tasks. Default: 1000, and those of 100000 and 1000000 for"
              + " which there are twice as many events")
  private List<Integer> tasks = List.of();

  @Option(
      names = "--runs",
      paramLabel = "FILE",
      description =
          "profile: also profile these recorded events, files or folders; can be repeated")
  private List<String> runs = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "a setting of all measured processes, such as num.stream.threads=1; can be repeated")
  private Map<String, String> settings = new HashMap<>();

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "a Kafka cluster to measure against; default: a local one")
  private String bootstrap;

  @Option(
      names = "--registry",
      paramLabel = "URL",
      description = "the schema registry of that cluster; default: a local one")
  private String registry;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write the figures to this file as JSON")
  private Path json;

  @Override
  public Integer call() throws Exception {
    if (bootstrap == null && registry != null) {
      throw new InvalidSettingException("--registry: must be used with --bootstrap");
    }
    Bench bench = new Bench(plan(), System.out, System.err, Path.of("eddyline-profile"));
    CountDownLatch finished = new CountDownLatch(1);
    awaitCleanUpOnShutdown(Thread.currentThread(), finished);
    try {
      if (bootstrap == null) {
        bench.run(Optional.ofNullable(json));
      } else {
        bench.run(bootstrap, Optional.ofNullable(registry), Optional.ofNullable(json));
      }
    } finally {
      finished.countDown();
    }
    return ExitCode.OK;
  }

  private BenchPlan plan() {
    Settings.mergeLayers(null, Map.of(), settings); // rejects unknown keys now, not in a process
    OptionalInt timedEvents = events == null ? OptionalInt.empty() : OptionalInt.of(events);
    Set<BenchSection> wanted = sections.isEmpty() ? EnumSet.allOf(BenchSection.class) : sections;
    try {
      return BenchPlan.of(wanted, rounds, timedEvents, tasks, runs, settings);
    } catch (IllegalArgumentException | ArithmeticException wrong) {
      throw new InvalidSettingException("bench: " + wrong.getMessage());
    }
  }

  /** On shutdown, waits until the bench has removed everything that it started. */
  private static void awaitCleanUpOnShutdown(Thread benchThread, CountDownLatch finished) {
    Thread hook =
        new Thread(
            () -> {
              if (finished.getCount() == 0) {
                return;
              }
              benchThread.interrupt();
              try {
                finished.await(CLEANUP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
              } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
              }
            },
            "bench-end");
    Runtime.getRuntime().addShutdownHook(hook);
  }
}
