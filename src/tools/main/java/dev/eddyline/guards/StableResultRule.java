package dev.eddyline.guards;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The rules of OpenClaw that refuse a call: it had the same result many times running, or it takes
 * turns with another call and neither result changed.
 */
final class StableResultRule implements Predicate<SessionEvent> {

  private static final int HISTORY = 30;

  private static final Pattern VOLATILE =
      Pattern.compile(
          "(?i)\\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}"
              + "|\\d{4}-\\d\\d-\\d\\d[T ][\\d:.]+Z?|[\\d.]+ ?(?:ms|s|sec|seconds)"
              + "|pid[ :=]+\\d+)\\b");

  /** A completed call. */
  private record Completed(Object call, boolean failed, String result) {}

  private final int calls;
  private final Tail tail = new Tail(HISTORY);

  /**
   * A rule without history.
   *
   * @param calls completed calls from which the next one is refused, even, ≤ 30
   */
  StableResultRule(int calls) {
    this.calls = calls;
  }

  @Override
  public boolean test(SessionEvent event) {
    event.result().ifPresent(result -> tail.add(completed(event.answered().orElseThrow(), result)));
    Optional<Object> called = event.call().map(Symbols::canonicalCall);
    return called.isPresent() && (continues(called.get(), 1) || continues(called.get(), 2));
  }

  private static Completed completed(ToolCalled call, ToolReturned result) {
    return new Completed(
        Symbols.canonicalCall(call),
        result.getIsError(),
        VOLATILE.matcher(ToolTexts.output(result)).replaceAll("#"));
  }

  /** Whether a call continues a row of completed calls with this period. */
  private boolean continues(Object call, int period) {
    List<Object> symbols = tail.symbols();
    return tail.repeats(period, calls / period)
        && ((Completed) symbols.get(symbols.size() - period)).call().equals(call);
  }
}
