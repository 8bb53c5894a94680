package dev.eddyline.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code eddyline graph}: commands for workflows' graphs. */
@Command(
    name = "graph",
    description = "Publishes the graphs of workflows, which their tasks are checked against.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = GraphPutCommand.class)
final class GraphCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? See eddyline graph --help.");
  }
}
