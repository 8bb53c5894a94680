package dev.eddyline.cli;

import dev.eddyline.policy.InvalidPolicyException;
import dev.eddyline.policy.Policy.Place;
import dev.eddyline.policy.PolicyPage;
import dev.eddyline.policy.WrittenPolicy;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline policy show}: a policy with every key and its value. */
@Command(
    name = "show",
    description =
        "Prints a policy as YAML with every key, its value and what else it may be; as it stands"
            + " for a step or a complexity where one is named.",
    mixinStandardHelpOptions = true)
final class PolicyShowCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|FILE",
      description = "preset or file; default: ${DEFAULT-VALUE}")
  private String name = "default";

  @Option(names = "--step", paramLabel = "STEP", description = "exact name of a step")
  private String step;

  @Option(names = "--complexity", paramLabel = "COMPLEXITY", description = "complexity of a task")
  private String complexity;

  @Override
  public Integer call() {
    List<WrittenPolicy> sources = WrittenPolicy.of(name);
    if (sources.size() != 1) {
      throw new InvalidPolicyException(name, List.of("holds several policies: name one of them"));
    }
    boolean everywhere = step == null && complexity == null;
    WrittenPolicy source = sources.get(0);
    spec.commandLine()
        .getOut()
        .print(
            everywhere ? PolicyPage.of(source) : PolicyPage.of(source, Place.of(step, complexity)));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
