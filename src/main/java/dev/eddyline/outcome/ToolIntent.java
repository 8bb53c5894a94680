package dev.eddyline.outcome;

import dev.eddyline.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a call is made for, as far as its tool and arguments say it. */
public enum ToolIntent {
  /** To read something. */
  READ,
  /** To do something. */
  ACT,
  /** A command of a shell that does nothing. */
  NO_OP,
  /** Neither tool nor arguments say it. */
  UNDECIDED,
  /** To ask another agent for something, in words. */
  ASK;

  /** Words of a request. */
  private static final int MIN_REQUEST = 6;

  /** Characters of the arguments of a step. */
  private static final int MAX_STEP = 40;

  /** Arguments with a command of a shell. */
  private static final List<String> COMMANDS = List.of("command", "cmd", "script", "code");

  /** Arguments with the word that decides what a tool of several uses does. */
  private static final List<String> VERBS =
      List.of("command", "action", "operation", "method", "mode");

  private static final Set<String> SHELLS =
      Set.of("bash", "shell", "sh", "terminal", "exec", "console", "powershell", "zsh");

  private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*#.*$");
  private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'[^']*+'");
  private static final Pattern NEXT_COMMAND = Pattern.compile("&&|\\|\\|?|;|\n");
  private static final Pattern REDIRECTION =
      Pattern.compile("\\d?>{1,2}\\s*(?!&|/dev/null)[^\\s>&]");
  private static final Pattern PLUMBING =
      Pattern.compile(
          "\\d?>{1,2}\\s*+&?\\S+|<\\s*+\\S+|^(?:\\w++=\\S*+\\s++)++"
              + "|^(?:sudo|time|nohup|env|timeout \\S+)\\s+");

  /** A command that does nothing, signs only, a shell without a command, or a placeholder. */
  private static final Pattern NO_OPERATION =
      Pattern.compile(
          "(?::|true)(?:\\s.*)?|[^\\p{L}\\p{N}]*+|[>,](?:\\s.*)?|(?:\\w{0,3}sh(?: -c)?|eval)\\s*+"
              + "|[{<]\\w++[>}]");

  /**
   * The intent of a call.
   *
   * @param command the command of a shell that it runs, if any
   */
  static ToolIntent of(String tool, Optional<String> command, CallArguments arguments) {
    if (command.isPresent()) {
      return ofCommand(command.get());
    }
    ToolIntent intent = ofWords(verb(arguments)).orElseGet(() -> ofWords(tool).orElse(UNDECIDED));
    return isRequest(intent, tool, arguments) ? ASK : intent;
  }

  /** Whether a call is a request in words; a person who is asked may answer otherwise each time. */
  private static boolean isRequest(ToolIntent intent, String tool, CallArguments arguments) {
    List<String> words = words(tool);
    boolean asks =
        intent != READ && words.stream().anyMatch(OutcomeWords.SHIPPED.asks()::contains)
            || intent == UNDECIDED
                && words.stream().anyMatch(OutcomeWords.SHIPPED.answers()::contains);
    boolean isAddressed = words.stream().noneMatch(OutcomeWords.SHIPPED.persons()::contains);
    return isAddressed
        && (asks
            ? arguments.values().lines().anyMatch(ToolIntent::isSentence)
            : intent == UNDECIDED
                && OutcomeWords.SHIPPED.requests().stream()
                    .flatMap(name -> arguments.value(name).stream())
                    .anyMatch(ToolIntent::isSentence));
  }

  private static boolean isSentence(String value) {
    return value.strip().split("\\s+", MIN_REQUEST + 1).length >= MIN_REQUEST;
  }

  private static String verb(CallArguments arguments) {
    return VERBS.stream()
        .flatMap(name -> arguments.value(name).stream())
        .filter(value -> !value.isEmpty() && !value.contains(" "))
        .findFirst()
        .orElse("");
  }

  /**
   * Whether a call moves something, such as a page or a key, and has no content.
   *
   * @param values the values of its arguments
   */
  static boolean isStep(ToolIntent intent, String tool, CallArguments arguments, String values) {
    return intent != READ
        && intent != ASK
        && values.length() <= MAX_STEP
        && Stream.of(verb(arguments), tool)
            .flatMap(name -> words(name).stream())
            .anyMatch(OutcomeWords.SHIPPED.steps()::contains);
  }

  /**
   * Whether a call does nothing but wait.
   *
   * @param values the values of its arguments
   */
  static boolean isWait(String tool, String values) {
    return values.length() <= MAX_STEP
        && words(tool).stream().anyMatch(OutcomeWords.SHIPPED.waits()::contains);
  }

  /** The command of a shell that a call runs. */
  static Optional<String> command(String tool, CallArguments arguments) {
    boolean isShell =
        words(tool).stream()
            .anyMatch(
                word -> SHELLS.contains(word) || word.equals("command") || word.equals("run"));
    if (arguments.json() == null) {
      return isShell ? Optional.of(arguments.text()) : Optional.empty();
    }
    return COMMANDS.stream()
        .flatMap(name -> arguments.value(name).stream())
        .filter(value -> isShell || value.contains(" "))
        .findFirst();
  }

  private static List<String> words(String name) {
    return List.of(SEPARATOR.split(Words.splitIdentifiers(name).toLowerCase(Locale.ROOT)));
  }

  /** By the first word of a name that says it; a server's name comes before two underscores. */
  private static Optional<ToolIntent> ofWords(String name) {
    OutcomeWords words = OutcomeWords.SHIPPED;
    String own = name.substring(name.lastIndexOf("__") < 0 ? 0 : name.lastIndexOf("__"));
    for (String word : words(own)) {
      if (words.reads().contains(word)) {
        return Optional.of(READ);
      }
      if (words.acts().contains(word)) {
        return Optional.of(ACT);
      }
    }
    return Optional.empty();
  }

  private static ToolIntent ofCommand(String command) {
    String plain =
        QUOTED
            .matcher(COMMENT.matcher(command).replaceAll(""))
            .replaceAll(quoted -> quoted.group().length() > 2 ? "_" : "");
    List<String> commands =
        Stream.of(NEXT_COMMAND.split(plain))
            .map(String::strip)
            .filter(it -> !it.isEmpty())
            .toList();
    if (commands.stream().allMatch(it -> NO_OPERATION.matcher(it).matches())) {
      return NO_OP;
    }
    if (REDIRECTION.matcher(plain).find()) {
      return ACT;
    }
    String program = program(commands);
    if (OutcomeWords.SHIPPED.acting().contains(program)) {
      return ACT;
    }
    return OutcomeWords.SHIPPED.printing().contains(program) ? READ : UNDECIDED;
  }

  /** The program of the last command: its output is the result. */
  private static String program(List<String> commands) {
    for (int index = commands.size() - 1; index >= 0; index--) {
      String command = commands.get(index);
      String[] words = PLUMBING.matcher(command).replaceAll("").strip().split("\\s+");
      if (!words[0].isEmpty() && !NO_OPERATION.matcher(command).matches()) {
        String program = words[0].substring(words[0].lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return program.equals("git") && words.length > 1 ? "git-" + words[1] : program;
      }
    }
    return "";
  }
}
