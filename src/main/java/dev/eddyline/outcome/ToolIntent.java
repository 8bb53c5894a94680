package dev.eddyline.outcome;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a call is made for, as far as its tool and arguments say it. */
enum ToolIntent {
  /** To read something. */
  READ,
  /** To do something. */
  ACT,
  /** A command of a shell that does nothing. */
  NO_OP,
  /** Neither tool nor arguments say it. */
  UNDECIDED;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

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

  /** A command that does nothing, or signs only. */
  private static final Pattern NO_OPERATION =
      Pattern.compile("(?::|true)(?:\\s.*)?|[^\\p{L}\\p{N}]*+|[>,](?:\\s.*)?");

  /** The intent of a call. */
  static ToolIntent of(FinishedCall call) {
    ObjectNode arguments = parse(call.arguments()).orElse(null);
    Optional<String> command = command(call, arguments);
    if (command.isPresent()) {
      return ofCommand(command.get());
    }
    String verb =
        arguments == null
            ? ""
            : VERBS.stream()
                .map(name -> arguments.path(name).asText(""))
                .filter(value -> !value.isEmpty() && !value.contains(" "))
                .findFirst()
                .orElse("");
    return ofWords(verb).orElseGet(() -> ofWords(call.tool()).orElse(UNDECIDED));
  }

  private static Optional<String> command(FinishedCall call, @Nullable ObjectNode arguments) {
    boolean isShell =
        Stream.of(SEPARATOR.split(Words.splitIdentifiers(call.tool()).toLowerCase(Locale.ROOT)))
            .anyMatch(
                word -> SHELLS.contains(word) || word.equals("command") || word.equals("run"));
    if (arguments == null) {
      return isShell ? Optional.ofNullable(call.arguments()) : Optional.empty();
    }
    return COMMANDS.stream()
        .map(arguments::path)
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .filter(value -> isShell || value.contains(" "))
        .findFirst();
  }

  /** By the first word of a name that says it; a server's name comes before two underscores. */
  private static Optional<ToolIntent> ofWords(String name) {
    OutcomeWords words = OutcomeWords.SHIPPED;
    String own = name.substring(name.lastIndexOf("__") < 0 ? 0 : name.lastIndexOf("__"));
    for (String word : SEPARATOR.split(Words.splitIdentifiers(own).toLowerCase(Locale.ROOT))) {
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
    String plain = QUOTED.matcher(COMMENT.matcher(command).replaceAll("")).replaceAll("_");
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

  private static Optional<ObjectNode> parse(@Nullable String arguments) {
    if (arguments == null || !arguments.strip().startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(arguments))
          .filter(ObjectNode.class::isInstance)
          .map(ObjectNode.class::cast);
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }
}
