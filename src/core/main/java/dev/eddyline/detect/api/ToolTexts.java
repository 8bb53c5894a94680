package dev.eddyline.detect.api;

import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;

/** Texts of tool calls and results, whose arguments and output may be unknown. */
public final class ToolTexts {

  private ToolTexts() {}

  /** Whether a call's arguments, or a result's output, are unknown; false for other bodies. */
  public static boolean isUnknown(Object body) {
    return body instanceof ToolCalled call && call.getArguments() == null
        || body instanceof ToolReturned returned && returned.getOutput() == null;
  }

  /** The arguments; empty if they are unknown. */
  public static String arguments(ToolCalled call) {
    return call.getArguments() == null ? "" : call.getArguments();
  }

  /** The output; empty if it is unknown. */
  public static String output(ToolReturned returned) {
    return returned.getOutput() == null ? "" : returned.getOutput();
  }

  /** Tool and arguments. */
  public static String describe(ToolCalled call) {
    return call.getArguments() == null
        ? call.getTool() + " (arguments unknown)"
        : call.getTool() + " " + call.getArguments();
  }

  /** Tool and output. */
  public static String describe(ToolReturned returned) {
    return returned.getOutput() == null
        ? returned.getTool() + ": (output unknown)"
        : returned.getTool() + ": " + returned.getOutput();
  }
}
