package dev.eddyline.judgement;

import dev.eddyline.schema.JudgedFailure;
import dev.eddyline.text.TestCounts;
import dev.eddyline.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The trend of a number in failure messages, oldest first; failures without it are skipped.
 *
 * @param values the numbers
 */
record Trend(List<Long> values) {

  private static final Pattern ERRORS = Pattern.compile("(?<!\\w)(\\d{1,9}) errors?(?!\\w)");

  Trend {
    values = List.copyOf(values);
  }

  /** Failing tests. */
  static Trend ofTests(List<JudgedFailure> failures) {
    return of(failures, message -> TestCounts.in(Text.of(message)).map(TestCounts::failing));
  }

  /** Errors counted by compilers and linters; the last number of a message. */
  static Trend ofErrors(List<JudgedFailure> failures) {
    return of(failures, Trend::errors);
  }

  private static Trend of(List<JudgedFailure> failures, Function<String, Optional<Long>> number) {
    List<Long> values = new ArrayList<>();
    failures.forEach(failure -> number.apply(failure.getMessage()).ifPresent(values::add));
    return new Trend(values);
  }

  private static Optional<Long> errors(String message) {
    Matcher found = ERRORS.matcher(message);
    Optional<Long> last = Optional.empty();
    while (found.find()) {
      last = Optional.of(Long.valueOf(found.group(1)));
    }
    return last;
  }

  /** Number of consecutive rises up to the newest value. */
  int rises() {
    int rises = 0;
    for (int at = values.size() - 1; at > 0 && values.get(at) > values.get(at - 1); at--) {
      rises++;
    }
    return rises;
  }

  /** Whether the newest value is less than the one before. */
  boolean falls() {
    int size = values.size();
    return size >= 2 && values.get(size - 1) < values.get(size - 2);
  }

  /** The value before the rises; there must be one. */
  long from() {
    return values.get(values.size() - 1 - rises());
  }

  /** The newest value; there must be one. */
  long to() {
    return values.get(values.size() - 1);
  }
}
