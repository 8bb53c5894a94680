package dev.eddyline.outcome;

import dev.eddyline.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the line of a result that states its failure. A result that quotes a failure, such as a
 * file, a log or the hits of a search, states none.
 */
final class FailureStatement {

  /** Lines at each end of a result that may state a failure. */
  private static final int EDGE_LINES = 3;

  /** Lines and words of a result that is a message; a longer one quotes. */
  private static final int MESSAGE_LINES = 8;

  private static final int MESSAGE_WORDS = 50;

  /** Lines of a result that begins or ends with a head such as {@code error:}. */
  private static final int HEADED_LINES = 25;

  /** What may come before a head, several times: a program, a file, a line. */
  private static final Pattern ORIGIN = Pattern.compile("[^\\s:]{1,80}(?: [^\\s:]{1,30}){0,2}: ?");

  private static final int MAX_ORIGINS = 4;

  /** A line of a numbered file, a hit of a search, an entry of a list or a log. */
  private static final Pattern QUOTED =
      Pattern.compile(
          "(?![45]\\d\\d: ?[A-Z])\\d{1,6}(?:\t|→|: ?|\\| ?| {2,})|[\\w./-]+\\.\\w{1,6}:\\d+:(?!(?:\\d+: ?)?\\s?(?:error|fatal|undefined))"
              + "|[-*•|#>]|\\[?\\d{4}-\\d\\d-\\d\\d");

  /** The type and message of an exception, as they end a stack trace. */
  private static final Pattern EXCEPTION =
      Pattern.compile("\\W{0,9}(?:[\\w$]++\\.)*+\\w*(?:Error|Exception|Interrupt|Failure)\\b.*");

  /** The type of an exception at the beginning of a line, or behind a word such as raised. */
  private static final Pattern NAMED_EXCEPTION =
      Pattern.compile(
          "(?:^(?:\\W|E ){0,6}|^[^\\s:]{1,80}: |(?i:raised|raises|throws|thrown|threw|caused by|unhandled|uncaught|got|with) )"
              + "[\\w$.]*\\w(?:Error|Exception)\\b");

  /** The name of an error. */
  private static final Pattern FAILURE_NAME =
      Pattern.compile(
          "(?=E)\\bE(?:CONN[A-Z]+|NOTFOUND|TIMEDOUT|NOENT|ACCES|PERM|XIST|HOSTUNREACH|PIPE)\\b");

  /**
   * A status of HTTP that is a failure, or the number of an error. Their first letters are looked
   * for before the border of a word, which takes longer.
   */
  private static final Pattern FAILURE_CODE =
      Pattern.compile(
          "(?i)(?=[hse])(?:(?:HTTP(?:/\\d(?:\\.\\d)?)?|status(?: code)?)\\W{1,3}[45]\\d\\d\\b|\\berror \\d+\\b)");

  /** A status of HTTP that is a failure, as a line begins with it. */
  private static final Pattern FIRST_CODE = Pattern.compile("(?i)\\W*[45]\\d\\d(?: [a-z]|$)");

  private static final String TRACE = "Traceback (most recent call";

  private FailureStatement() {}

  /**
   * The statement, if the result has one.
   *
   * @param isReported whether the call is known to have failed; then there always is one
   */
  static Optional<String> find(OpenedResult result, boolean isReported) {
    List<String> lines = result.statements();
    if (lines.isEmpty()) {
      return isReported ? Optional.of("") : Optional.empty();
    }
    if (isReported || EXCEPTION.matcher(lines.get(lines.size() - 1)).matches()) {
      Optional<String> exception = exception(lines);
      if (exception.isPresent()) {
        return exception;
      }
    }
    List<String> stated = statedAtEdges(lines, isReported);
    if (isReported) {
      if (lines.size() <= MESSAGE_LINES) {
        return Optional.of(
            lines.stream()
                .filter(line -> lines.size() == 1 || !isWarning(line))
                .collect(Collectors.joining("\n")));
      }
      return Optional.of(
          stated.isEmpty() ? lines.get(lines.size() - 1) : String.join("\n", stated));
    }
    return stated.stream()
        .filter(line -> isMessage(line, lines, result.statementText()))
        .findFirst();
  }

  /** The last line with an exception, behind a stack trace. */
  private static Optional<String> exception(List<String> lines) {
    boolean hasTrace = lines.stream().anyMatch(line -> line.contains(TRACE));
    return lines.stream()
        .filter(line -> hasTrace && EXCEPTION.matcher(line).matches())
        .reduce((first, second) -> second);
  }

  /** The lines at both ends that state a failure. */
  private static List<String> statedAtEdges(List<String> lines, boolean isReported) {
    List<String> stated = new ArrayList<>();
    for (int index = 0; index < lines.size(); index++) {
      String line = lines.get(index);
      boolean isEdge = index < EDGE_LINES || index >= lines.size() - EDGE_LINES;
      if (isEdge
          && !QUOTED.matcher(line).lookingAt()
          && (isReported || !isWarning(line))
          && statesFailure(line)) {
        stated.add(line);
      }
    }
    return stated;
  }

  private static boolean isMessage(String statement, List<String> lines, String text) {
    boolean isFirstOrLast =
        lines.get(0).equals(statement) || lines.get(lines.size() - 1).equals(statement);
    boolean isShort =
        lines.size() <= MESSAGE_LINES && text.split("\\s+", -1).length <= MESSAGE_WORDS;
    return isFirstOrLast && (isShort || hasHead(statement) && lines.size() <= HEADED_LINES);
  }

  private static boolean statesFailure(String line) {
    return hasHead(line)
        || OutcomeWords.SHIPPED.failures().areIn(line)
        || (line.contains("Error") || line.contains("Exception"))
            && NAMED_EXCEPTION.matcher(line).find()
        || line.indexOf('E') >= 0 && FAILURE_NAME.matcher(line).find()
        || Words.hasAsciiDigit(line)
            && (FAILURE_CODE.matcher(line).find() || FIRST_CODE.matcher(line).lookingAt());
  }

  /** Whether a statement begins with a word such as {@code error}, perhaps behind its origin. */
  static boolean hasHead(String statement) {
    return begins(statement, OutcomeWords.SHIPPED.heads());
  }

  /** Whether a line warns of something and states no failure. */
  static boolean isWarning(String line) {
    return begins(line, OutcomeWords.SHIPPED.warnings());
  }

  private static boolean begins(String line, Phrases phrases) {
    Matcher origin = ORIGIN.matcher(line);
    int start = 0;
    for (int origins = 0; origins <= MAX_ORIGINS; origins++) {
      if (phrases.begin(line.substring(start))) {
        return true;
      }
      if (line.indexOf(':', start) < 0 || !origin.region(start, line.length()).lookingAt()) {
        return false;
      }
      start = origin.end();
    }
    return false;
  }
}
