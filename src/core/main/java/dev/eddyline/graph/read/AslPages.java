package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.ParsedValue;
import java.util.List;
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

  /** Whether a state that does not advance gives a token another value than that of a token. */
  static boolean resets(AslState state, String token) {
    return state.isPass()
        && !advances(state, token)
        && state.overwrites(token)
        && state.definition().allTexts().noneMatch(text -> passesOn(text, token));
  }

  /** Whether a state replaces a list, whose first item is asked for, by the rest of it. */
  private static boolean takesFirst(AslState state, String first) {
    String list = first.substring(0, Math.max(0, first.length() - FIRST.length()));
    Predicate<String> isRest = text -> text.startsWith(list + "[1:");
    boolean isCopied =
        state.resultPath().equals(list)
            && state.definition().textAt("InputPath").filter(isRest).isPresent();
    return first.endsWith(FIRST)
        && state.isPass()
        && (isCopied || state.written(list).filter(isRest).isPresent());
  }

  /**
   * Whether a state asks a service for a page with the token of the page before, and has the next.
   */
  private static boolean fetchesPage(AslState state, String token) {
    if (!BoundText.isPageToken(token) || !state.returnsResult() || !hasNext(state, token)) {
      return false;
    }
    List<ParsedValue> given =
        Stream.of("Parameters", "Arguments")
            .map(state.definition()::valueAt)
            .filter(ParsedValue::isMap)
            .toList();
    return given.isEmpty()
        || given.stream().flatMap(ParsedValue::allTexts).anyMatch(it -> passesOn(it, token));
  }

  /** Whether the result of a state writes the token. */
  private static boolean hasNext(AslState state, String token) {
    if (token.startsWith("$states.input.")) {
      return true; // the output of a task in JSONata is its result, if it does not say otherwise
    }
    return token.startsWith("$.")
        ? !state.dropsResult()
            && AslState.isWithin(token, state.resultPath())
            && !state.definition().valueAt("ResultSelector").isMap()
        : AslState.assigns(state.definition(), token);
  }

  /** Whether a text is a reference to a token, or to what the token is in. */
  private static boolean passesOn(String text, String token) {
    boolean isReference = text.startsWith(AslState.ROOT) || text.startsWith("{%");
    return isReference
        && (AslState.isWithin(token, text)
            || BoundText.isPageToken(text.replaceAll("\\W+$", ""))
            || NO_NAME.splitAsStream(text).anyMatch(POSITION));
  }
}
