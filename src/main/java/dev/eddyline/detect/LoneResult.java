package dev.eddyline.detect;

/**
 * A tool's result whose call is not known.
 *
 * @param tool name of the tool, cut
 * @param result the result
 */
public record LoneResult(String tool, Sketch result) {

  /** Whether another result of that kind is like this one. */
  boolean isLike(String otherTool, Sketch other, RepeatedActionLimits limits) {
    return tool.equals(otherTool) && result.isLike(other, limits.similarity());
  }
}
