package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parses the graphs of workflows in all formats. */
public final class GraphReader {

  /** Maximum length of a text, in characters. */
  public static final int MAX_CHARS = 100_000_000;

  private GraphReader() {}

  /**
   * Parses a text with one graph.
   *
   * @param place the source of the text, for messages; also the name of an unnamed graph
   * @param format the format; empty: detected from the text
   * @param bounds YAML with what the format cannot express: counters, guards, costs, the limit
   * @throws InvalidGraphException with all problems, or when there are several graphs
   */
  public static GraphReading read(
      String place, String text, Optional<GraphFormat> format, Optional<String> bounds) {
    return read(place, text, format, bounds, GraphSize.LINTED);
  }

  /** Parses a text with one graph, and stops when the graph exceeds the limit. */
  static GraphReading read(
      String place,
      String text,
      Optional<GraphFormat> format,
      Optional<String> bounds,
      GraphSize most) {
    List<GraphReading> all = readAll(place, text, format, bounds, most);
    if (all.size() > 1) {
      throw new InvalidGraphException(place, List.of("holds %d graphs".formatted(all.size())));
    }
    return all.get(0);
  }

  /**
   * Parses all graphs of a text, at least one: Markdown and BPMN may have several.
   *
   * @throws InvalidGraphException with all problems
   */
  public static List<GraphReading> readAll(
      String place, String text, Optional<GraphFormat> format, Optional<String> bounds) {
    return readAll(place, text, format, bounds, GraphSize.LINTED);
  }

  private static List<GraphReading> readAll(
      String place,
      String text,
      Optional<GraphFormat> format,
      Optional<String> bounds,
      GraphSize most) {
    if (text.length() > MAX_CHARS) {
      throw new InvalidGraphException(
          place, List.of("must have ≤ %d characters, was %d".formatted(MAX_CHARS, text.length())));
    }
    String bare = text.startsWith("\uFEFF") ? text.substring(1) : text;
    List<GraphReading> all =
        unbounded(place, bare, format.orElseGet(() -> GraphLook.of(bare)), most);
    if (bounds.isEmpty()) {
      return all;
    }
    if (all.size() > 1) {
      throw new InvalidGraphException(
          place, List.of("holds %d graphs: bounds are for one".formatted(all.size())));
    }
    try {
      return List.of(YamlGraph.bounded(place, all.get(0), bounds.get(), most));
    } catch (InvalidGraphException wrong) {
      throw new InvalidGraphException(
          place, wrong.problems().stream().map(problem -> "bounds: " + problem).toList());
    }
  }

  private static List<GraphReading> unbounded(
      String place, String text, GraphFormat format, GraphSize most) {
    return switch (format) {
      case YAML -> List.of(YamlGraph.read(place, text, most));
      case LANGGRAPH -> List.of(LangGraphJson.read(place, Items.json(place, text), most));
      case ASL -> List.of(AslGraph.read(place, Items.json(place, text), most));
      case MERMAID -> List.of(MermaidChart.read(place, text, 1, most));
      case BPMN -> BpmnGraph.read(place, text, most);
      case MARKDOWN -> markdown(place, text, most);
    };
  }

  private static List<GraphReading> markdown(String place, String text, GraphSize most) {
    List<GraphReading> all = new ArrayList<>();
    List<MarkdownCharts.Block> blocks = MarkdownCharts.of(text);
    most.requireCount(place, blocks.size());
    for (MarkdownCharts.Block block : blocks) {
      String name = blocks.size() == 1 ? place : place + "#" + (all.size() + 1);
      GraphReading read = MermaidChart.read(name, block.text(), block.line(), most);
      all.add(new GraphReading(read.graph(), GraphFormat.MARKDOWN, read.misread()));
    }
    if (all.isEmpty()) {
      throw new InvalidGraphException(place, List.of("holds no Mermaid flowchart"));
    }
    return all;
  }
}
