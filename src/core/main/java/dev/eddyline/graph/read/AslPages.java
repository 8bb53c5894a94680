package dev.eddyline.graph.read;

import dev.eddyline.graph.model.BoundWords;
import dev.eddyline.graph.model.ParsedValue;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
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

  /** The name of a token that may be one of something other than a page. */
  private static final Predicate<String> ANY_TOKEN =
      Pattern.compile("(?i).*[$.]token").asMatchPredicate();

  private static final Predicate<String> OF_RESULT =
      Pattern.compile("\\$states\\.result(?:\\.\\w+)*").asMatchPredicate();

  private static final Pattern CHOICE = Pattern.compile("[^?:]*\\?([^?:]*):([^?:]*)");
  private static final Set<String> EMPTY = Set.of("null", "''", "false");

  private AslPages() {}

  /** Whether the name of a variable is that of a token, or of a first item. */
  static boolean mayAdvance(String variable) {
    return variable.endsWith(FIRST) || BoundWords.isPageToken(variable);
  }

  /** Whether a state that goes on takes what is there, so that it is not there for ever. */
  static boolean advances(AslWrites way, AslFact fact) {
    String variable = fact.variable();
    return way.isOwn()
        && (variable.endsWith(FIRST) ? takesFirst(way, listOf(variable)) : fetchesPage(way, fact));
  }

  /** Whether a way that does not take it writes what is there, and did not get it. */
  static boolean resets(AslWrites way, AslFact fact) {
    String variable = fact.variable();
    if (!way.writes(variable) || advances(way, fact)) {
      return false;
    }
    return variable.endsWith(FIRST)
        ? !way.keeps(listOf(variable))
        : !way.keeps(variable)
            && !(way.isOwn() && way.state().returnsResult() && passesOn(way.state(), variable));
  }

  private static String listOf(String first) {
    return first.substring(0, first.length() - FIRST.length());
  }

  /** Whether a state replaces a list, whose first item is asked for, by the rest of it. */
  private static boolean takesFirst(AslWrites way, String list) {
    AslState state = way.state();
    ParsedValue definition = state.definition();
    Predicate<String> isRest = text -> AslWrites.path(text).startsWith(list + "[1:");
    boolean isCopied =
        state.resultPath().filter(list::equals).isPresent()
            && !AslState.has(definition, "Result")
            && !AslState.has(definition, "Parameters")
            && definition.textAt("InputPath").filter(isRest).isPresent();
    boolean isWritten = state.isWhole("InputPath") && way.written(list).filter(isRest).isPresent();
    return state.isPass() && state.isWhole("OutputPath") && (isCopied || isWritten);
  }

  /**
   * Whether a state asks a service for a page with the token of the page before, and has the next.
   */
  private static boolean fetchesPage(AslWrites way, AslFact token) {
    return way.state().returnsResult()
        && hasNext(way, token.variable(), token.limit())
        && asksWith(way, token);
  }

  private static List<ParsedValue> given(AslState state) {
    return Stream.of("Parameters", "Arguments")
        .map(state.definition()::valueAt)
        .filter(it -> it.value() != null)
        .toList();
  }

  /** Whether a state gets a token, or its whole input. */
  private static boolean passesOn(AslState state, String token) {
    List<ParsedValue> given = given(state);
    return given.isEmpty()
        || given.stream()
            .flatMap(ParsedValue::allTexts)
            .map(AslPages::reference)
            .anyMatch(it -> it.startsWith(AslState.ROOT) && AslWrites.isWithin(token, it));
  }

  /**
   * Whether a state gets a token, or the position of the next page, which it writes itself. Its
   * whole input is enough if the token is not one of anything, such as a session.
   */
  private static boolean asksWith(AslWrites way, AslFact token) {
    List<ParsedValue> given = given(way.state());
    return given.isEmpty()
        ? !ANY_TOKEN.test(token.variable())
        : given.stream()
            .flatMap(ParsedValue::allTexts)
            .map(AslPages::reference)
            .filter(it -> it.startsWith(AslState.ROOT))
            .anyMatch(
                it ->
                    AslWrites.isWithin(token.variable(), it)
                        || isPosition(it) && hasNext(way, it, AslFact.ANY_EMPTY));
  }

  private static boolean isPosition(String reference) {
    return BoundWords.isPageToken(reference) || NO_NAME.splitAsStream(reference).anyMatch(POSITION);
  }

  private static String reference(String text) {
    return AslWrites.path(AslFact.expression(text).orElse(text).strip());
  }

  /** Whether the result of a state writes a token, or the empty value that it is not. */
  private static boolean hasNext(AslWrites way, String token, String empty) {
    AslState state = way.state();
    if (!AslWrites.isPath(token)) {
      return way.assigned(token)
          .or(() -> way.assigned(AslWrites.place(token)))
          .filter(
              it ->
                  state.isJsonata() ? isOfResult(it, empty) : AslWrites.isPath(AslWrites.path(it)))
          .isPresent();
    }
    ParsedValue definition = state.definition();
    if (state.isJsonata()) {
      return !AslState.has(definition, "Output")
          || definition
              .valueAt("Output")
              .text()
              .or(() -> way.written(token))
              .filter(it -> isOfResult(it, empty))
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

  /** Whether an expression is a part of the result, or the empty value if it is not there. */
  private static boolean isOfResult(String text, String empty) {
    String expression = AslFact.expression(text).orElse("");
    Matcher choice = CHOICE.matcher(expression);
    List<String> values =
        choice.matches() ? List.of(choice.group(1), choice.group(2)) : List.of(expression);
    return values.stream().map(String::strip).anyMatch(OF_RESULT)
        && values.stream()
            .map(String::strip)
            .allMatch(it -> OF_RESULT.test(it) || isEmpty(it.replace('"', '\''), empty));
  }

  private static boolean isEmpty(String value, String empty) {
    return empty.equals(AslFact.ANY_EMPTY) ? EMPTY.contains(value) : value.equals(empty);
  }
}
