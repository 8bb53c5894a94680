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
  ASK,
  /** To ask a person, who may answer the same question in another way. */
  ASK_PERSON;

  /** Words of a content. */
  private static final int MIN_CONTENT = 12;

  /** Characters of the arguments of a step. */
  private static final int MAX_STEP = 40;

  /** Arguments with the word that decides what a tool of several uses does. */
  private static final List<String> VERBS =
      List.of("command", "action", "operation", "op", "method", "mode");

  private static final Set<String> SHELLS =
      Set.of("bash", "shell", "sh", "terminal", "exec", "console", "powershell", "zsh");

  private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");

  /**
   * The intent of a call.
   *
   * @param name the name of its tool, or of the command that it runs
   * @param values the values of its arguments, one a line
   */
  static ToolIntent of(
      String name, Optional<CommandLine> command, CallArguments arguments, String values) {
    ToolIntent intent =
        command
            .map(ToolIntent::ofCommand)
            .orElseGet(() -> ofWords(verb(arguments)).or(() -> ofWords(name)))
            .orElse(UNDECIDED);
    List<String> words = words(name);
    return words.stream().anyMatch(OutcomeWords.SHIPPED.persons()::contains)
        ? isQuestion(words, arguments) ? ASK_PERSON : intent
        : isRequest(intent, words, arguments, values)
            ? ASK
            : intent == UNDECIDED ? ofArguments(arguments) : intent;
  }

  /** The intent of a call whose name does not say it: a place is read, a content is written. */
  private static ToolIntent ofArguments(CallArguments arguments) {
    return hasContent(arguments) ? ACT : arguments.hasPosition() ? READ : UNDECIDED;
  }

  /** Whether a call hands over a text: a note, a file. */
  private static boolean hasContent(CallArguments arguments) {
    return OutcomeWords.SHIPPED.contents().stream()
        .flatMap(content -> arguments.value(content).stream())
        .anyMatch(value -> value.strip().split("\\s+", MIN_CONTENT + 1).length >= MIN_CONTENT);
  }

  /** Whether a call that has to do with a person asks something. */
  private static boolean isQuestion(List<String> words, CallArguments arguments) {
    return words.stream().anyMatch(OutcomeWords.SHIPPED.asks()::contains)
        || OutcomeWords.SHIPPED.questions().stream()
            .anyMatch(question -> arguments.value(question).isPresent());
  }

  /** Whether a call is a request in words. */
  private static boolean isRequest(
      ToolIntent intent, List<String> words, CallArguments arguments, String values) {
    boolean asks =
        intent != READ && words.stream().anyMatch(OutcomeWords.SHIPPED.asks()::contains)
            || intent == UNDECIDED
                && words.stream().anyMatch(OutcomeWords.SHIPPED.answers()::contains);
    return asks
        ? values.lines().anyMatch(CallArguments::isSentence)
        : intent == UNDECIDED
            && OutcomeWords.SHIPPED.requests().stream()
                .flatMap(request -> arguments.value(request).stream())
                .anyMatch(CallArguments::isSentence);
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
  static boolean isStep(ToolIntent intent, String name, CallArguments arguments, String values) {
    return intent != READ
        && intent != ASK
        && values.length() <= MAX_STEP
        && Stream.of(verb(arguments), name)
            .flatMap(it -> words(it).stream())
            .anyMatch(OutcomeWords.SHIPPED.steps()::contains);
  }

  /**
   * Whether a call does nothing but wait.
   *
   * @param values the values of its arguments
   */
  static boolean isWait(String name, String values) {
    return values.length() <= MAX_STEP
        && words(name).stream().anyMatch(OutcomeWords.SHIPPED.waits()::contains);
  }

  /** Whether a tool runs commands of a shell. */
  static boolean isShell(String tool) {
    return words(tool).stream()
        .anyMatch(word -> SHELLS.contains(word) || word.equals("command") || word.equals("run"));
  }

  /** The words of a name. */
  static List<String> words(String name) {
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

  private static Optional<ToolIntent> ofCommand(CommandLine command) {
    if (command.isNoOp()) {
      return Optional.of(NO_OP);
    }
    if (command.isRedirected()) {
      return Optional.of(ACT);
    }
    String name = command.name();
    String program = name.startsWith("git ") ? name.replace(' ', '-') : name.split(" ")[0];
    if (OutcomeWords.SHIPPED.acting().contains(program)) {
      return Optional.of(ACT);
    }
    return OutcomeWords.SHIPPED.printing().contains(program)
        ? Optional.of(READ)
        : ofWords(name.substring(name.indexOf(' ') + 1)).filter(it -> name.contains(" "));
  }
}
