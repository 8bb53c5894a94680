package dev.eddyline.tools;

import dev.eddyline.chaos.Chaos;
import dev.eddyline.chaos.ChaosPlan;
import dev.eddyline.chaos.Summary;
import dev.eddyline.chaos.TallyFile;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.cli.ToolCommand;
import dev.eddyline.local.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eddyline chaos}: faults under load, and an independent check of what came of it. */
@Command(
    name = "chaos",
    description =
        "Starts brokers, a schema registry and processors on this machine, kills, halts and restarts"
            + " them under load, and computes once more all that was committed. Exit code 1 when"
            + " anything is lost, doubled or different, a partition moves again later than stated, or a"
            + " full disk is not named.",
    mixinStandardHelpOptions = true)
public final class ChaosCommand implements ToolCommand {

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

  @Option(
      names = "--tally",
      paramLabel = "FILE",
      description =
          "add what was verified to this file, go on after the faults of the seed that it holds,"
              + " and sum up all that it holds, of every seed")
  private Path tally;

  @Override
  public Integer call() throws Exception {
    int drawn = seed == null ? new Random().nextInt(1_000_000) : seed;
    Optional<String> obstacle = SmallDisk.obstacle();
    obstacle.ifPresent(
        why -> System.out.println("no disk becomes full, none can be mounted: " + why));
    ChaosPlan plan = new ChaosPlan(drawn, faults, processors, brokers, obstacle.isEmpty());
    Summary summary =
        tally == null
            ? new Summary(List.of(new Chaos(plan, 1, System.out).run()))
            : goOn(plan, new TallyFile(tally));
    System.out.println(summary);
    return summary.holds() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Summary goOn(ChaosPlan plan, TallyFile file) throws IOException {
    int next = file.next(plan);
    if (next <= plan.faults()) {
      file.requireWritable();
      file.add(new Chaos(plan, next, System.out).run());
    }
    return new Summary(file.runs());
  }
}
