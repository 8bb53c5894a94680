package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphSizeLimit;
import java.util.List;

/** Reads the graphs of one format. */
@FunctionalInterface
interface GraphFormatReader {

  /**
   * Reads all graphs of a text, at least one. Parts that are not understood are listed in the
   * result, and never left out silently.
   *
   * @throws dev.eddyline.graph.model.InvalidGraphException with all problems and their lines
   */
  List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit);
}
