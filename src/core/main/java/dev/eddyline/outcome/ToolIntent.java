package dev.eddyline.outcome;

import dev.eddyline.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
      Set.of(
          "bash",
          "shell",
          "sh",
          "terminal",
          "exec",
          "console",
          "powershell",
          "zsh",
          "command",
          "run");

  private static final NameWords NO_VERB = NameWords.of("");

  /**
   * The intent of a call.
   *
   * @param words the words of its tool's name, or of the command that it runs
   * @param values the values of its arguments, one a line
   */
  static ToolIntent of(
      NameWords words, Optional<CommandLine> command, CallArguments arguments, String values) {
    ToolIntent intent =
        command
            .map(ToolIntent::ofCommand)
            .orElseGet(() -> ofWords(verb(arguments)).or(() -> ofWords(words)))
            .orElse(UNDECIDED);
    return words.hasAny(OutcomeWords.SHIPPED.persons())
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
        .anyMatch(value -> Words.countSeparated(value.strip()) >= MIN_CONTENT);
  }

  /** Whether a call that has to do with a person asks something. */
  private static boolean isQuestion(NameWords words, CallArguments arguments) {
    return words.hasAny(OutcomeWords.SHIPPED.asks())
        || OutcomeWords.SHIPPED.questions().stream()
            .anyMatch(question -> arguments.value(question).isPresent());
  }

  /** Whether a call is a request in words. */
  private static boolean isRequest(
      ToolIntent intent, NameWords words, CallArguments arguments, String values) {
    boolean asks =
        intent != READ && words.hasAny(OutcomeWords.SHIPPED.asks())
            || intent == UNDECIDED && words.hasAny(OutcomeWords.SHIPPED.answers());
    return asks
        ? values.lines().anyMatch(CallArguments::isSentence)
        : intent == UNDECIDED
            && OutcomeWords.SHIPPED.requests().stream()
                .flatMap(request -> arguments.value(request).stream())
                .anyMatch(CallArguments::isSentence);
  }

  private static NameWords verb(CallArguments arguments) {
    return VERBS.stream()
        .flatMap(name -> arguments.value(name).stream())
        .filter(value -> !value.isEmpty() && !value.contains(" "))
        .findFirst()
        .map(NameWords::of)
        .orElse(NO_VERB);
  }

  /**
   * Whether a call moves something, such as a page or a key, and has no content.
   *
   * @param values the values of its arguments
   */
  static boolean isStep(
      ToolIntent intent, NameWords words, CallArguments arguments, String values) {
    Set<String> steps = OutcomeWords.SHIPPED.steps();
    return intent != READ
        && intent != ASK
        && values.length() <= MAX_STEP
        && (words.hasAny(steps) || verb(arguments).hasAny(steps));
  }

  /**
   * Whether a call does nothing but wait.
   *
   * @param values the values of its arguments
   */
  static boolean isWait(NameWords words, String values) {
    return values.length() <= MAX_STEP && words.hasAny(OutcomeWords.SHIPPED.waits());
  }

  /** Whether a tool runs commands of a shell. */
  static boolean isShell(NameWords tool) {
    return tool.hasAny(SHELLS);
  }

  /** By the first word of a name that says it. */
  private static Optional<ToolIntent> ofWords(NameWords words) {
    for (String word : words.own()) {
      if (OutcomeWords.SHIPPED.reads().contains(word)) {
        return Optional.of(READ);
      }
      if (OutcomeWords.SHIPPED.acts().contains(word)) {
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
        : ofWords(NameWords.of(name.substring(name.indexOf(' ') + 1)))
            .filter(it -> name.contains(" "));
  }
}
