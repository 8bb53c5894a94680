package dev.eddyline.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eddyline policy}: commands for policies. */
@Command(
    name = "policy",
    description = "Checks, shows and activates policies; prints their JSON Schema.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PolicyCheckCommand.class,
      PolicyShowCommand.class,
      PolicyPutCommand.class,
      PolicySchemaCommand.class
    })
final class PolicyCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? See eddyline policy --help.");
  }
}
