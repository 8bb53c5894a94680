package dev.eddyline.graph.model;

import dev.eddyline.yaml.InvalidTextException;
import java.util.List;

/** Thrown for a graph that is not valid. */
public final class InvalidGraphException extends InvalidTextException {

  /** An exception with all problems; each begins with its line, if any. */
  public InvalidGraphException(String place, List<String> problems) {
    super(place, problems);
  }

  /** Its problems as parts of a file whose other graphs are read. */
  public List<UnparsedPart> asUnparsedParts(String graph) {
    return problems().stream()
        .map(problem -> new UnparsedPart(0, graph, "is not read: " + problem))
        .toList();
  }
}
