package dev.eddyline.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eddyline policy}: what decides. */
@Command(
    name = "policy",
    description = "Puts policies in force while Eddyline runs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {PolicyPutCommand.class})
final class PolicyCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? See eddyline policy --help.");
  }
}
