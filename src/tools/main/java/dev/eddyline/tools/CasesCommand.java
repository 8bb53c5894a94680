package dev.eddyline.tools;

import dev.eddyline.cases.CaseGenerator;
import dev.eddyline.cases.InventedCase;
import dev.eddyline.cli.ExitCode;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eddyline bench cases}: writes invented runs with labels for {@code evaluate}. */
@Command(
    name = "cases",
    description =
        "Writes invented runs with labels as JSON lines, which evaluate reads as cases. In each pair, one run"
            + " is stuck (its id ends in -2), and the other is ordinary work that resembles it (-1).",
    mixinStandardHelpOptions = true)
public final class CasesCommand implements Callable<Integer> {

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "the same seed gives the same runs; default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(names = "--pairs", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int pairs = 100;

  @Override
  public Integer call() {
    CaseGenerator generator = new CaseGenerator(seed);
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (int number = 0; number < pairs; number++) {
      for (InventedCase invented : generator.pair(number)) {
        out.println(invented.toJson());
      }
    }
    out.flush();
    return ExitCode.OK;
  }
}
