package dev.eddyline.cli;

import dev.eddyline.app.MissingRightException;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.text.InvalidTextException;
import dev.eddyline.topics.ClusterRefusedException;
import dev.eddyline.topics.ClusterUnreachableException;
import dev.eddyline.topics.TopicsNotReadyException;
import java.io.IOException;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code eddyline}: the command line. */
@Command(
    name = "eddyline",
    description = "Finds AI agents that go in circles.",
    mixinStandardHelpOptions = true,
    versionProvider = Eddyline.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ChaosCommand.class,
      DemoCommand.class,
      RunCommand.class,
      EvaluatorCommand.class,
      ReplayCommand.class,
      LintCommand.class,
      TopicsCommand.class,
      PolicyCommand.class,
      GraphCommand.class,
      ResetCommand.class,
      ForgetCommand.class,
      MemoryCommand.class,
      BenchCommand.class
    })
public final class Eddyline implements Runnable {

  private static final String RUN = "run";

  /** The commands that log; the others speak to a person. */
  private static final Set<String> LOGGING = Set.of(RUN, "evaluator");

  /** Read by logback.xml, which is why it is set before anything else. */
  private static final String LOG_LEVEL = "eddyline.log.level";

  private static final String KAFKA_LOG_LEVEL = "eddyline.kafka.log.level";

  @Spec private CommandSpec spec;

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Eddyline.class.getPackage().getImplementationVersion();
      return new String[] {"eddyline " + (version == null ? "(built from source)" : version)};
    }
  }

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    if (args.length == 0 || !LOGGING.contains(args[0])) {
      System.setProperty(LOG_LEVEL, "WARN");
      System.setProperty(KAFKA_LOG_LEVEL, "ERROR");
    }
    CommandLine commandLine = commandLine();
    System.exit(
        OwnRuleJars.areReadable(System.getenv(OwnRuleJars.VARIABLE), commandLine.getErr())
            ? commandLine.execute(args)
            : ExitCode.USAGE);
  }

  /** The commands, their errors told in one line each. */
  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Eddyline());
    commandLine
        .getSubcommands()
        .get(RUN)
        .getCommandSpec()
        .usageMessage()
        .footer(SettingsOptions.described());
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setParameterExceptionHandler(
        (wrong, args) -> {
          CommandLine command = wrong.getCommandLine();
          command.getErr().println(wrong.getMessage());
          if (!UnmatchedArgumentException.printSuggestions(wrong, command.getErr())) {
            String name = command.getCommandSpec().qualifiedName();
            command.getErr().println("See " + name + " --help.");
          }
          return ExitCode.USAGE;
        });
    return commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command.getErr().println("eddyline: " + message(failure));
          return exitCode(failure);
        });
  }

  private static String message(Exception failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  private static int exitCode(Exception failure) {
    boolean usersInput =
        failure instanceof InvalidSettingException
            || failure instanceof InvalidTextException
            || failure instanceof IOException;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConfigException || cause instanceof IllegalArgumentException) {
        return ExitCode.USAGE;
      }
    }
    if (failure instanceof ClusterUnreachableException
        || failure instanceof RegistryUnavailableException
        || failure instanceof ClusterRefusedException
        || failure instanceof MissingRightException
        || failure instanceof TopicsNotReadyException) {
      return ExitCode.CLUSTER;
    }
    return usersInput ? ExitCode.USAGE : ExitCode.FAILED;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? See eddyline --help.");
  }
}
