package dev.eddyline.outcome;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call with its result.
 *
 * @param tool name of the tool
 * @param arguments its arguments, as JSON or any other text; null if unknown
 * @param output its result; null if unknown
 * @param isError whether the agent's runtime reports the result as an error
 */
public record FinishedCall(
    String tool, @Nullable String arguments, @Nullable String output, boolean isError) {

  public FinishedCall {
    Objects.requireNonNull(tool, "tool");
  }
}
