package dev.eddyline.tools;

import dev.eddyline.chaos.Chaos;
import dev.eddyline.chaos.ChaosPlan;
import dev.eddyline.chaos.ChaosSummary;
import dev.eddyline.chaos.TallyFile;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.local.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eddyline chaos}: injects faults under load and verifies the outputs independently. */
@Command(
    name = "chaos",
    description =
        "Starts brokers, a schema registry and processors on this machine, kills, suspends and"
            + " restarts them under load, and recomputes all committed outputs. Exit code 1 when a"
            + " record is lost, duplicated or different, a partition recovers later than its limit,"
            + " or a full disk is not reported.",
    mixinStandardHelpOptions = true)
public final class ChaosCommand implements Callable<Integer> {

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "the same seed gives the same faults in the same order; default: random")
  private Integer seed;

  @Option(names = "--faults", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int faults = 20;

  @Option(names = "--processors", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int processors = 3;

  @Option(names = "--brokers", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int brokers = 3;

  @Option(
      names = "--tally",
      paramLabel = "FILE",
      description =
          "add the verified run to this file, continue after the faults of the seed that it"
              + " contains, and sum up all of its runs")
  private Path tally;

  @Override
  public Integer call() throws Exception {
    int drawnSeed = seed == null ? new Random().nextInt(1_000_000) : seed;
    Optional<String> obstacle = SmallDisk.reasonMountIsImpossible();
    obstacle.ifPresent(
        reason ->
            System.out.println("skipping full disks, because none can be mounted: " + reason));
    ChaosPlan plan = new ChaosPlan(drawnSeed, faults, processors, brokers, obstacle.isEmpty());
    ChaosSummary summary =
        tally == null
            ? new ChaosSummary(List.of(new Chaos(plan, 1, System.out).run()))
            : continueTally(plan, new TallyFile(tally));
    System.out.println(summary);
    return summary.hasPassed() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static ChaosSummary continueTally(ChaosPlan plan, TallyFile file) throws IOException {
    int next = file.nextFaultNumber(plan);
    if (next <= plan.faults()) {
      file.requireWritable();
      file.add(new Chaos(plan, next, System.out).run());
    }
    return new ChaosSummary(file.runs());
  }
}
