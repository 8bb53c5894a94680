package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphSizeLimit;
import java.util.List;

/** Reads the Mermaid diagrams that have steps: flowcharts and state diagrams. */
final class MermaidDiagrams {

  static final List<String> FLOWCHARTS = List.of("graph", "flowchart", "flowchart-elk");
  private static final List<String> STATE_DIAGRAMS = List.of("stateDiagram", "stateDiagram-v2");

  private MermaidDiagrams() {}

  /** Whether the text is one of these diagrams, by its first word. */
  static boolean recognizes(GraphInput input) {
    String word = firstWord(input.text());
    return FLOWCHARTS.contains(word) || STATE_DIAGRAMS.contains(word);
  }

  /** The first word of a diagram, which names its kind. */
  static String firstWord(String text) {
    TextScanner scanner = new TextScanner(text, 1);
    scanner.accept(MermaidTokens.PREAMBLE);
    return scanner.take(MermaidTokens.ID);
  }

  /** Reads the diagram. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    return List.of(read(input.place(), input.text(), 1, limit));
  }

  /**
   * Reads a diagram.
   *
   * @param firstLine the line of the file at which the text begins
   */
  static ParsedGraph read(String place, String text, int firstLine, GraphSizeLimit limit) {
    return STATE_DIAGRAMS.contains(firstWord(text))
        ? new MermaidStateParser(place, text, firstLine, limit).read()
        : new MermaidParser(place, text, firstLine, limit).read();
  }
}
