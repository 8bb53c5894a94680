package dev.eddyline.cli;

import static dev.eddyline.ReferencePage.code;

import dev.eddyline.GeneratedFile;
import dev.eddyline.ReferencePage;
import dev.eddyline.TestTags;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Checks docs/reference/cli.md against the commands. */
@Tag(TestTags.DOCS)
class CommandPageTest {

  private static final Pattern DEFAULT =
      Pattern.compile("(^|; )default(, (?<described>[^:]+))?: (?<value>\\S+)$");

  private final ReferencePage page =
      new ReferencePage("Command line", "users who look up a command, an option or an exit code");

  private String page() {
    page.block(
        """
        `./eddyline COMMAND`, or `java -jar eddyline.jar COMMAND` without the commands of the \
        tools (`demo`, `evaluate`, `bench`, `chaos`). Each command has `--help`.
        """);
    page.section("Exit codes");
    page.table("code", "meaning");
    page.row("0", "The command succeeded.");
    page.row("1", "It failed for a reason that the message names, or a check found a difference.");
    page.row("2", "The command line, a setting, a policy or a named file is wrong.");
    page.row("3", "It finished, but some of its input could not be read.");
    page.row(
        "4", "Kafka or the registry is unavailable, a topic is not ready, or a right is missing.");
    page.row("5", "It finished and found what it looks for: `lint` a loop in a graph.");
    Eddyline.commandLine().getSubcommands().values().forEach(this::command);
    return page.text();
  }

  private void command(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    page.section(code(spec.qualifiedName()));
    page.block(String.join(" ", spec.usageMessage().description()));
    boolean options = spec.options().stream().anyMatch(CommandPageTest::isListed);
    if (options || !spec.positionalParameters().isEmpty()) {
      page.table("argument", "default", "meaning");
      spec.positionalParameters().forEach(this::parameter);
      spec.options().stream().filter(CommandPageTest::isListed).forEach(this::option);
    }
    command.getSubcommands().values().forEach(this::command);
  }

  /** Help and version are on each command. */
  private static boolean isListed(OptionSpec option) {
    return !option.usageHelp() && !option.versionHelp() && !option.hidden();
  }

  private void parameter(PositionalParamSpec parameter) {
    row(parameter.paramLabel(), parameter);
  }

  private void option(OptionSpec option) {
    String names = String.join(", ", option.names());
    row(option.arity().max() == 0 ? names : names + " " + option.paramLabel(), option);
  }

  private void row(String name, ArgSpec argument) {
    String text = String.join(" ", argument.description());
    Matcher preset = DEFAULT.matcher(text);
    boolean hasDefault = preset.find();
    page.row(
        code(name),
        hasDefault ? value(preset) : "",
        hasDefault ? text.substring(0, preset.start()) : text);
  }

  /** A default that depends on the machine is described, the others are values. */
  private static String value(Matcher preset) {
    return preset.group("described") == null
        ? code(preset.group("value"))
        : preset.group("described");
  }

  @Test
  void pageIsUpToDate() {
    GeneratedFile.check(Path.of("docs", "reference", "cli.md"), page());
  }
}
