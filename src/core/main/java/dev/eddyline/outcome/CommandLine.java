package dev.eddyline.outcome;

import dev.eddyline.text.Truncation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command line of a shell.
 *
 * @param text the command line
 * @param plain the same without comments and quoted texts
 * @param commands its commands, without blank ones
 * @param name the program of the last command, whose output is the result, and its subcommand
 *     unless it is a program of one use
 */
record CommandLine(String text, String plain, List<String> commands, String name) {

  /** Arguments with a command of a shell. */
  private static final List<String> COMMANDS = List.of("command", "cmd", "script", "code");

  /** Characters of a command line that are read. */
  private static final int MAX_CHARS = 16_384;

  private static final Set<String> SEPARATORS = Set.of("&&", "||", "|", ";");

  private static final Pattern COMMENT = Pattern.compile("(?m)^[ \\t]*+#.*$");
  private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'[^']*+'");
  private static final Pattern WORD =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"|'([^']*+)'|(?:-\\S*?=)?(\\S++)");
  private static final Pattern UNSPACED = Pattern.compile("\\S++");
  private static final Pattern REDIRECTION =
      Pattern.compile("\\d?>{1,2}\\s*(?!&|/dev/null)[^\\s>&]");
  private static final Pattern PLUMBING = Pattern.compile("\\d?>{1,2}\\s*+&?\\S+|<\\s*+\\S+");

  /** Variables, or a program that runs another, before a command. */
  private static final Pattern PREFIX =
      Pattern.compile("(?:\\w++=\\S*+\\s++)++|(?:sudo|time|nohup|env|timeout \\S+)\\s+");

  /** The word after a program, if it can be a subcommand. */
  private static final Pattern SUBCOMMAND = Pattern.compile("[\\p{L}][\\p{L}_-]*+");

  /** A command that does nothing, signs only, a shell without a command, or a placeholder. */
  private static final Pattern NO_OPERATION =
      Pattern.compile(
          "(?::|true)(?:\\s.*)?|[^\\p{L}\\p{N}]*+|[>,](?:\\s.*)?|(?:\\w{0,3}sh(?: -c)?|eval)\\s*+"
              + "|[{<\\[][\\w ]++[>}\\]]");

  /** The command line that a call of a tool runs, if any. */
  static Optional<CommandLine> of(boolean isShell, CallArguments arguments) {
    Optional<String> text =
        arguments.json() == null
            ? Optional.of(arguments.text()).filter(it -> isShell)
            : COMMANDS.stream()
                .flatMap(name -> arguments.value(name).stream())
                .filter(value -> isShell || value.contains(" "))
                .findFirst();
    return text.map(it -> of(Truncation.truncate(it, MAX_CHARS)));
  }

  private static CommandLine of(String text) {
    String plain = text.indexOf('#') < 0 ? text : COMMENT.matcher(text).replaceAll("");
    if (plain.indexOf('"') >= 0 || plain.indexOf('\'') >= 0) {
      plain = QUOTED.matcher(plain).replaceAll(quoted -> quoted.group().length() > 2 ? "_" : "");
    }
    List<String> commands = commands(plain);
    return new CommandLine(text, plain, commands, name(commands));
  }

  /** Whether it does nothing. */
  boolean isNoOp() {
    return commands.stream().allMatch(CommandLine::isNoOp);
  }

  private static boolean isNoOp(String command) {
    return NO_OPERATION.matcher(command).matches();
  }

  /** Whether its output goes to a file. */
  boolean isRedirected() {
    return plain.indexOf('>') >= 0 && REDIRECTION.matcher(plain).find();
  }

  private static String name(List<String> commands) {
    String last = "";
    for (int index = commands.size() - 1; last.isEmpty() && index >= 0; index--) {
      String command = commands.get(index);
      last = isNoOp(command) ? "" : withoutPlumbing(command);
    }
    Matcher word = UNSPACED.matcher(last);
    String first = word.find() ? word.group() : "";
    String second = word.find() ? word.group() : "";
    String program = first.substring(first.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    boolean isWhole =
        OutcomeWords.SHIPPED.printing().contains(program)
            || OutcomeWords.SHIPPED.acting().contains(program);
    return !isWhole && SUBCOMMAND.matcher(second).matches() ? program + ' ' + second : program;
  }

  /**
   * The words of the last command behind its name, one a line, without the names of options; a
   * quoted text is one.
   */
  String values() {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      if (SEPARATORS.contains(word.group())) {
        words.clear();
      } else {
        String value = value(word);
        if (!value.startsWith("-")) {
          words.add(value);
        }
      }
    }
    int namedBy = name.indexOf(' ') < 0 ? 1 : 2;
    return String.join("\n", words.subList(Math.min(namedBy, words.size()), words.size()));
  }

  private static String value(Matcher word) {
    int quoted = word.start(1) >= 0 ? 1 : word.start(2) >= 0 ? 2 : 3;
    return word.group(quoted);
  }

  private static String withoutPlumbing(String command) {
    Matcher prefix = PREFIX.matcher(command);
    String bare = prefix.lookingAt() ? command.substring(prefix.end()) : command;
    boolean isRedirected = bare.indexOf('>') >= 0 || bare.indexOf('<') >= 0;
    return (isRedirected ? PLUMBING.matcher(bare).replaceAll("") : bare).strip();
  }

  private static List<String> commands(String plain) {
    String separated = plain.replace("&&", ";").replace('|', ';').replace('\n', ';');
    return Stream.of(separated.split(";")).map(String::strip).filter(it -> !it.isEmpty()).toList();
  }
}
