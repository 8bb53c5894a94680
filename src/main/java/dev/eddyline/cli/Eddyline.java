package dev.eddyline.cli;

import dev.eddyline.app.MissingRightException;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.topics.ClusterRefusedException;
import dev.eddyline.topics.ClusterUnreachableException;
import dev.eddyline.topics.TopicsNotReadyException;
import dev.eddyline.yaml.InvalidTextException;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
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
    description = "Detects loops of AI agents.",
    mixinStandardHelpOptions = true,
    versionProvider = Eddyline.Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Eddyline implements Runnable {

  private static final String RUN = "run";

  /** The product's commands, in the order of the help. */
  private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put(RUN, RunCommand::new);
    COMMANDS.put("evaluator", EvaluatorCommand::new);
    COMMANDS.put("replay", ReplayCommand::new);
    COMMANDS.put("evaluate", EvaluateCommand::new);
    COMMANDS.put("lint", LintCommand::new);
    COMMANDS.put("topics", TopicsCommand::new);
    COMMANDS.put("policy", PolicyCommand::new);
    COMMANDS.put("graph", GraphCommand::new);
    COMMANDS.put("reset", ResetCommand::new);
    COMMANDS.put("forget", ForgetCommand::new);
    COMMANDS.put("memory", MemoryCommand::new);
    COMMANDS.put("token", TokenCommand::new);
    COMMANDS.put("hook", HookCommand::new);
  }

  /** The commands that log; the others print messages for people. */
  private static final Set<String> LOGGING = Set.of(RUN, "evaluator");

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
      // read when the first logger is created
      System.setProperty(LogConfigurator.LEVEL, "WARN");
      System.setProperty(LogConfigurator.KAFKA_LEVEL, "ERROR");
    }
    CommandLine commandLine =
        args.length > 0 && COMMANDS.containsKey(args[0])
            ? addErrorHandling(createCommandLine(Set.of(args[0])))
            : commandLine();
    System.exit(
        CustomDetectorJars.areReadable(
                System.getenv(CustomDetectorJars.VARIABLE), commandLine.getErr())
            ? commandLine.execute(args)
            : ExitCode.USAGE);
  }

  /** All commands, including those of the tools. */
  static CommandLine commandLine() {
    CommandLine commandLine = createCommandLine(COMMANDS.keySet());
    ServiceLoader.load(ToolCommand.class).forEach(commandLine::addSubcommand);
    return addErrorHandling(commandLine);
  }

  /** These commands of the product: a single command starts faster without the others. */
  private static CommandLine createCommandLine(Set<String> names) {
    CommandLine commandLine = new CommandLine(new Eddyline());
    names.forEach(name -> commandLine.addSubcommand(name, COMMANDS.get(name).get()));
    if (names.contains(RUN)) {
      commandLine
          .getSubcommands()
          .get(RUN)
          .getCommandSpec()
          .usageMessage()
          .footer(SettingsOptions.settingHelpLines());
    }
    return commandLine;
  }

  /** Errors as one line each, with the exit codes of {@link ExitCode}. */
  private static CommandLine addErrorHandling(CommandLine commandLine) {
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setParameterExceptionHandler(
        (wrong, args) -> {
          CommandLine command = wrong.getCommandLine();
          command.getErr().println(Printable.escapeLines(wrong.getMessage()));
          if (!UnmatchedArgumentException.printSuggestions(wrong, command.getErr())) {
            String name = command.getCommandSpec().qualifiedName();
            command.getErr().println("See " + name + " --help.");
          }
          return ExitCode.USAGE;
        });
    return commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command.getErr().println("eddyline: " + Printable.escapeLines(message(failure)));
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
