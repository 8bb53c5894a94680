package dev.eddyline.tools;

import dev.eddyline.bench.Bench;
import dev.eddyline.bench.BenchPlan;
import dev.eddyline.bench.Section;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.cli.ToolCommand;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.StreamsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddyline bench}: what Eddyline costs, measured on this machine. */
@Command(
    name = "bench",
    description =
        "Measures Eddyline beside two plain topologies (pass: decodes and passes on; state: one get"
            + " and put of 512 B for each event) over the same generated events, each in a process"
            + " of its own. Exit code 1 when its verdicts differ from a replay's, or a question to a"
            + " model is lost.",
    mixinStandardHelpOptions = true)
public final class BenchCommand implements ToolCommand {

  private static final Duration END_LIMIT = Duration.ofSeconds(90);

  @Parameters(
      paramLabel = "SECTION",
      description =
          "throughput, flat, size, latency, api, meaning, commit, stores, compression, restore,"
              + " standby, memory; default: all")
  private Set<Section> sections = EnumSet.noneOf(Section.class);

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "rounds of what is compared; default: ${DEFAULT-VALUE}")
  private int rounds = 5;

  @Option(
      names = "--events",
      paramLabel = "N",
      description =
          "events that are timed in each run; the rest follows; default: 2000000 for throughput,"
              + " which fewer measure while it is still being compiled, else 300000")
  private Integer events;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "flat: filled tasks, held against 1,000; default: ${DEFAULT-VALUE}")
  private int tasks = 1_000_000;

  @Option(names = "--store", paramLabel = "TYPE", description = "rocksdb or in_memory")
  private StoreType store = StoreType.ROCKSDB;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "stream threads, 4 at most have a partition; default, a processor each: ${DEFAULT-VALUE}")
  private int threads = StreamsSettings.threads();

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "a Kafka cluster to measure against; default: one of its own")
  private String bootstrap;

  @Option(
      names = "--registry",
      paramLabel = "URL",
      description = "the schema registry beside that cluster; default: one of its own")
  private String registry;

  @Option(names = "--json", paramLabel = "FILE", description = "write the figures here as JSON too")
  private Path json;

  @Override
  public Integer call() throws Exception {
    if (bootstrap == null && registry != null) {
      throw new InvalidSettingException("--registry needs --bootstrap beside it");
    }
    Bench bench = new Bench(plan(), System.out, System.err);
    CountDownLatch ended = new CountDownLatch(1);
    endCleanly(Thread.currentThread(), ended);
    try {
      if (bootstrap == null) {
        bench.run(Optional.ofNullable(json));
      } else {
        bench.run(bootstrap, Optional.ofNullable(registry), Optional.ofNullable(json));
      }
    } finally {
      ended.countDown();
    }
    return ExitCode.OK;
  }

  private BenchPlan plan() {
    Map<String, String> settings = new HashMap<>();
    settings.put(Setting.STORE_TYPE.key(), store.name().toLowerCase(Locale.ROOT));
    settings.put("num.stream.threads", Integer.toString(threads));
    OptionalInt timed = events == null ? OptionalInt.empty() : OptionalInt.of(events);
    Set<Section> wanted = sections.isEmpty() ? EnumSet.allOf(Section.class) : sections;
    try {
      return BenchPlan.of(wanted, rounds, timed, tasks, settings);
    } catch (IllegalArgumentException | ArithmeticException wrong) {
      throw new InvalidSettingException("bench: " + wrong.getMessage());
    }
  }

  /** When this process is asked to end, all that the bench has started and made goes first. */
  private static void endCleanly(Thread measuring, CountDownLatch ended) {
    Thread end =
        new Thread(
            () -> {
              if (ended.getCount() == 0) {
                return;
              }
              measuring.interrupt();
              try {
                ended.await(END_LIMIT.toSeconds(), TimeUnit.SECONDS);
              } catch (InterruptedException asked) {
                Thread.currentThread().interrupt();
              }
            },
            "bench-end");
    Runtime.getRuntime().addShutdownHook(end);
  }
}
