package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.Sketch;

/**
 * A tool result without a known call.
 *
 * @param tool name of the tool, truncated
 * @param result the result
 */
public record UnmatchedResult(String tool, Sketch result) {

  /** Whether another result without a known call is similar. */
  boolean isLike(String otherTool, Sketch other, RepeatedActionLimits limits) {
    return tool.equals(otherTool) && result.isLike(other, limits.similarity());
  }
}
