package dev.eddyline.cli;

import dev.eddyline.app.MissingRightException;
import dev.eddyline.cluster.ClusterRefusedException;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.cluster.TopicsNotReadyException;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.keys.Nearest;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.yaml.FileProblem;
import dev.eddyline.yaml.InvalidTextException;
import dev.eddyline.yaml.Printable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
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

  /** The commands of this module, by name. */
  private static final Map<String, Supplier<Object>> COMMANDS =
      Map.ofEntries(
          Map.entry("evaluator", EvaluatorCommand::new),
          Map.entry("replay", ReplayCommand::new),
          Map.entry("explain", ExplainCommand::new),
          Map.entry("import", ImportCommand::new),
          Map.entry("lint", LintCommand::new),
          Map.entry("topics", TopicsCommand::new),
          Map.entry("policy", PolicyCommand::new),
          Map.entry("graph", GraphCommand::new),
          Map.entry("state", StateCommand::new),
          Map.entry("reset", ResetCommand::new),
          Map.entry("forget", ForgetCommand::new),
          Map.entry("memory", MemoryCommand::new));

  /** The services, first in the help. They log; the other commands print messages for people. */
  private static final Set<String> SERVICES = Set.of(RUN, "gateway", "evaluator", "notifier");

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
    if (args.length == 0 || !SERVICES.contains(args[0])) {
      // read when the first logger is created
      System.setProperty(LogConfigurator.LEVEL, "WARN");
      System.setProperty(LogConfigurator.KAFKA_LEVEL, "ERROR");
    }
    Map<String, Supplier<Object>> commands =
        args.length > 0 && COMMANDS.containsKey(args[0]) ? COMMANDS : allCommands();
    // a single command starts faster without the others
    Set<String> names =
        args.length > 0 && commands.containsKey(args[0]) ? Set.of(args[0]) : commands.keySet();
    CommandLine commandLine = addErrorHandling(createCommandLine(commands, names));
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

  /** All commands that are on the class path. */
  public static CommandLine commandLine() {
    Map<String, Supplier<Object>> commands = allCommands();
    return addErrorHandling(createCommandLine(commands, commands.keySet()));
  }

  /** Commands by name in the order of the help: services, then the others, each by name. */
  private static Map<String, Supplier<Object>> allCommands() {
    Map<String, Supplier<Object>> commands =
        new TreeMap<>(
            Comparator.comparing((String name) -> !SERVICES.contains(name))
                .thenComparing(Comparator.naturalOrder()));
    commands.putAll(COMMANDS);
    ServiceLoader.load(CommandProvider.class).forEach(module -> commands.putAll(module.commands()));
    return commands;
  }

  private static CommandLine createCommandLine(
      Map<String, Supplier<Object>> commands, Set<String> names) {
    CommandLine commandLine = new CommandLine(new Eddyline());
    names.forEach(name -> commandLine.addSubcommand(name, commands.get(name).get()));
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
