package dev.eddyline.console.pages;

import dev.eddyline.detect.Detectors;
import dev.eddyline.outputs.OutputJson;
import java.util.stream.Collectors;

/** The console's one asset without a file: the types of loops, as the detectors declare them. */
public final class LoopTypesScript {

  /** Its name among the assets. */
  public static final String FILE = "loop-types.js";

  /** Exports the types in the order in which they lead a verdict. */
  public static final String TEXT =
      Detectors.LOOP_TYPES.stream()
          .map(type -> '"' + OutputJson.word(type) + '"')
          .collect(Collectors.joining(", ", "export const LOOP_TYPES = [", "];\n"));

  private LoopTypesScript() {}
}
