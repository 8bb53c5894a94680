package dev.eddyline.guards;

import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ToolReturned;
import java.util.Optional;
import java.util.regex.Pattern;

/** The failure signatures of TheAppApp. */
final class TaskFailures {

  /** Words of failures of the infrastructure, which do not count. */
  private static final Pattern EXTERNAL =
      Pattern.compile("connection|http|timeout|database", Pattern.CASE_INSENSITIVE);

  /** A name behind the last colon, and quoted names: the variable part of a message. */
  private static final Pattern NAME = Pattern.compile(": *[\\w.-]+$|'[^']*'|\"[^\"]*\"");

  private TaskFailures() {}

  /** The signature of a failure. A tool's success interrupts the row. */
  static Optional<Object> signature(SessionEvent event) {
    Optional<ToolReturned> result = event.body(ToolReturned.class);
    if (result.isPresent() && !result.get().getIsError()) {
      return Symbols.interruption();
    }
    return result
        .map(ToolReturned::getOutput)
        .or(() -> event.body(FailureReported.class).map(FailureReported::getMessage))
        .map(String::strip)
        .filter(message -> !message.isEmpty() && !EXTERNAL.matcher(message).find())
        .map(message -> NAME.matcher(message).replaceAll("#"));
  }
}
