package dev.eddyline.cli;

import dev.eddyline.app.MissingRightException;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.keys.Nearest;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.topics.ClusterRefusedException;
import dev.eddyline.topics.ClusterUnreachableException;
import dev.eddyline.topics.TopicsNotReadyException;
import dev.eddyline.yaml.FileProblem;
import dev.eddyline.yaml.InvalidTextException;
import dev.eddyline.yaml.Printable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
    COMMANDS.put("gateway", GatewayCommand::new);
    COMMANDS.put("evaluator", EvaluatorCommand::new);
    COMMANDS.put("notifier", NotifierCommand::new);
    COMMANDS.put("replay", ReplayCommand::new);
    COMMANDS.put("explain", ExplainCommand::new);
    COMMANDS.put("evaluate", EvaluateCommand::new);
    COMMANDS.put("import", ImportCommand::new);
    COMMANDS.put("lint", LintCommand::new);
    COMMANDS.put("topics", TopicsCommand::new);
    COMMANDS.put("policy", PolicyCommand::new);
    COMMANDS.put("graph", GraphCommand::new);
    COMMANDS.put("state", StateCommand::new);
    COMMANDS.put("reset", ResetCommand::new);
    COMMANDS.put("forget", ForgetCommand::new);
    COMMANDS.put("memory", MemoryCommand::new);
    COMMANDS.put("token", TokenCommand::new);
    COMMANDS.put("hook", HookCommand::new);
  }

  /** The commands that log; the others print messages for people. */
  private static final Set<String> LOGGING = Set.of(RUN, "gateway", "evaluator", "notifier");

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
    // a text is published, and recomputed, on machines of any locale: its numbers must be equal
    Locale.setDefault(Locale.Category.FORMAT, Locale.US);
    if (args.length == 0 || !LOGGING.contains(args[0])) {
      // read when the first logger is created
      System.setProperty(LogConfigurator.LEVEL, "WARN");
      System.setProperty(LogConfigurator.KAFKA_LEVEL, "ERROR");
    }
    CommandLine commandLine =
        args.length > 0 && COMMANDS.containsKey(args[0])
            ? addErrorHandling(createCommandLine(Set.of(args[0])))
            : commandLine();
    System.exit(exitCode(commandLine, args));
  }

  private static int exitCode(CommandLine commandLine, String... args) {
    try {
      return CustomDetectorJars.areReadable(
              System.getenv(CustomDetectorJars.VARIABLE), commandLine.getErr())
          ? commandLine.execute(args)
          : ExitCode.USAGE;
    } catch (Error error) {
      // otherwise only this thread ends, and others keep the process alive
      commandLine.getErr().println("eddyline: ended by " + Printable.escapeLines(error.toString()));
      return ExitCode.FAILED;
    }
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
          String name = command.getCommandSpec().qualifiedName();
          command
              .getErr()
              .println(
                  nearest(wrong)
                      .map(known -> "Did you mean: " + known + "?")
                      .orElse("See " + name + " --help."));
          return ExitCode.USAGE;
        });
    return commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command.getErr().println("eddyline: " + Printable.escapeLines(message(failure)));
          return exitCode(failure);
        });
  }

  /** The command or option that was probably meant; empty if none is near. */
  private static Optional<String> nearest(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return Optional.empty();
    }
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    String word = unmatched.getUnmatched().get(0);
    return word.startsWith("-")
        ? Nearest.of(word, command.optionsMap().keySet())
        : Nearest.of(word, command.subcommands().keySet())
            .map(known -> command.qualifiedName() + " " + known);
  }

  private static String message(Exception failure) {
    Exception thrown =
        failure instanceof UncheckedIOException unchecked ? unchecked.getCause() : failure;
    if (thrown instanceof FileSystemException file && file.getFile() != null) {
      return file.getFile() + ": " + FileProblem.reason(file);
    }
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  /** The exit code of a command that failed. */
  static int exitCode(Exception failure) {
    boolean usersInput =
        failure instanceof InvalidSettingException
            || failure instanceof InvalidTextException
            || failure instanceof IOException && !(failure instanceof SocketException)
            || failure instanceof UncheckedIOException unchecked
                && isOfNamedFile(unchecked.getCause());
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

  /** Whether a file is not there, cannot be opened, or is not UTF-8. */
  private static boolean isOfNamedFile(IOException failure) {
    return failure instanceof FileSystemException
        || failure instanceof FileNotFoundException
        || failure instanceof CharacterCodingException;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? See eddyline --help.");
  }
}
