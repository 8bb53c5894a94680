package dev.eddyline.guards;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.schema.ToolReturned;
import java.util.Optional;
import java.util.function.Predicate;

/** The rule of Goose: refuses a call of a tool that failed three times running with one error. */
final class FailingToolRule implements Predicate<SessionEvent> {

  private static final int FAILURES = 3;

  /** Characters of an error that are compared. */
  private static final int COMPARED = 100;

  private String tool = "";
  private String error = "";
  private int failures;

  @Override
  public boolean test(SessionEvent event) {
    event.body(ToolReturned.class).ifPresent(this::count);
    Optional<String> called = event.call().map(call -> call.getTool());
    if (called.isPresent() && !called.get().equals(tool)) {
      failures = 0;
    }
    return called.isPresent() && failures >= FAILURES;
  }

  private void count(ToolReturned result) {
    String output = ToolTexts.output(result);
    String compared = output.substring(0, Math.min(COMPARED, output.length()));
    boolean same = tool.equals(result.getTool()) && error.equals(compared);
    failures = result.getIsError() ? (same ? failures : 0) + 1 : 0;
    tool = result.getTool();
    error = compared;
  }
}
