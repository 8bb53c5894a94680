package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundWords;
import dev.eddyline.graph.model.ParsedValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What of a list there still is: the token of a further page, which a state asks a service for, or
 * the first item, which a Pass takes away.
 */
final class AslPages {

  private static final String FIRST = "[0]";

  private static final Pattern NO_NAME = Pattern.compile("\\W+");

  /** The name of what a service is asked for to return another page. */
  private static final Predicate<String> POSITION =
      Pattern.compile("(?i).*(?:page\\w*|offset|index|start\\w*|key|after)").asMatchPredicate();

  private AslPages() {}

  /** Whether a state takes what is there, so that it is not there for ever. */
  static boolean advances(AslState state, String variable) {
    return fetchesPage(state, variable) || takesFirst(state, variable);
  }

  /** Whether a state that does not take it writes what is there, and did not get it. */
  static boolean resets(AslState state, String variable) {
    boolean gets =
        state.isPass()
            ? state.definition().allTexts().anyMatch(text -> passesOn(text, variable))
            : asksWith(state, variable);
    return !advances(state, variable) && new AslWrites(state).writes(variable) && !gets;
  }

  /** Whether a state replaces a list, whose first item is asked for, by the rest of it. */
  private static boolean takesFirst(AslState state, String first) {
    String list = first.substring(0, Math.max(0, first.length() - FIRST.length()));
    Predicate<String> isRest = text -> text.startsWith(list + "[1:");
    boolean isCopied =
        state.resultPath().filter(list::equals).isPresent()
            && state.definition().textAt("InputPath").filter(isRest).isPresent();
    return first.endsWith(FIRST)
        && state.isPass()
        && (isCopied || new AslWrites(state).written(list).filter(isRest).isPresent());
  }

  /**
   * Whether a state asks a service for a page with the token of the page before, and has the next.
   */
  private static boolean fetchesPage(AslState state, String token) {
    return BoundWords.isPageToken(token)
        && state.returnsResult()
        && hasNext(state, token)
        && asksWith(state, token);
  }

  /** Whether a state gets a token, or its whole input. */
  private static boolean asksWith(AslState state, String token) {
    List<ParsedValue> given =
        Stream.of("Parameters", "Arguments")
            .map(state.definition()::valueAt)
            .filter(it -> it.value() != null)
            .toList();
    return given.isEmpty()
        || given.stream().flatMap(ParsedValue::allTexts).anyMatch(it -> passesOn(it, token));
  }

  /** Whether the result of a state writes the token. */
  private static boolean hasNext(AslState state, String token) {
    if (!token.startsWith("$.")) {
      return new AslWrites(state).assigns(token);
    }
    ParsedValue definition = state.definition();
    if (state.isJsonata()) {
      return !definition.map().containsKey("Output")
          || definition
              .valueAt("Output")
              .text()
              .or(() -> new AslWrites(state).written(token))
              .filter(it -> it.contains("$states.result"))
              .isPresent();
    }
    Optional<String> path = state.resultPath().filter(it -> AslWrites.isWithin(token, it));
    ParsedValue selector = definition.valueAt("ResultSelector");
    return path.isPresent()
        && (!selector.isMap()
            || selector.map().keySet().stream()
                .anyMatch(
                    it ->
                        it.endsWith(".$")
                            && AslWrites.isWithin(
                                token, path.get() + "." + it.substring(0, it.length() - 2))));
  }

  /** Whether a text is a reference to a token, or to what the token is in. */
  private static boolean passesOn(String text, String token) {
    String reference = AslWrites.path(text.replaceAll("^\\{%\\s*|\\s*%\\}$", ""));
    return reference.startsWith(AslState.ROOT)
        && (AslWrites.isWithin(token, reference)
            || BoundWords.isPageToken(text.replaceAll("\\W+$", ""))
            || NO_NAME.splitAsStream(text).anyMatch(POSITION));
  }
}
