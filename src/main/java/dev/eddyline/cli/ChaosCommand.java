package dev.eddyline.cli;

import dev.eddyline.chaos.Chaos;
import dev.eddyline.chaos.ChaosPlan;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eddyline chaos}: faults under load, and an independent check of what came of it. */
@Command(
    name = "chaos",
    description =
        "Starts brokers, a schema registry and processors on this machine, kills, halts and restarts"
            + " them under load, and computes once more all that was committed. Exit code 1 when"
            + " anything is lost, doubled or different, or a partition does not move again.",
    mixinStandardHelpOptions = true)
final class ChaosCommand implements Callable<Integer> {

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "the same faults in the same order for the same number; default: any")
  private Integer seed;

  @Option(names = "--faults", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int faults = 20;

  @Option(names = "--processors", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int processors = 3;

  @Option(names = "--brokers", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int brokers = 3;

  @Override
  public Integer call() throws Exception {
    int drawn = seed == null ? new Random().nextInt(1_000_000) : seed;
    ChaosPlan plan = new ChaosPlan(drawn, faults, processors, brokers);
    return new Chaos(plan, System.out).run().holds() ? ExitCode.OK : ExitCode.FAILED;
  }
}
