package dev.eddyline.cli;

import dev.eddyline.policy.PolicySchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eddyline policy schema}: prints the JSON Schema of policy files. */
@Command(
    name = "schema",
    description =
        "Prints the JSON Schema (draft 2020-12) of policy files, for editors that check and"
            + " complete YAML. It has the keys of custom detectors, too.",
    mixinStandardHelpOptions = true)
final class PolicySchemaCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(PolicySchema.text());
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
