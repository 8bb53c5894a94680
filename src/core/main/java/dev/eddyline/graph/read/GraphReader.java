package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.ParsedValue;
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
   * @param source the source of the text, for messages; also the name of an unnamed graph
   * @param format the format; empty: detected from the text
   * @param bounds YAML with what the format cannot express: counters, guards, costs, the limit
   * @throws InvalidGraphException with all problems, or when there are several graphs
   */
  public static ParsedGraph parseSingleGraph(
      String source, String text, Optional<GraphFormat> format, Optional<String> bounds) {
    return parseSingleGraph(source, text, format, bounds, GraphSizeLimit.LIMIT_FOR_LINT);
  }

  /** Parses a text with one graph, and stops when the graph exceeds the limit. */
  public static ParsedGraph parseSingleGraph(
      String source,
      String text,
      Optional<GraphFormat> format,
      Optional<String> bounds,
      GraphSizeLimit sizeLimit) {
    List<ParsedGraph> all = parseAllGraphs(source, text, format, bounds, sizeLimit);
    if (all.size() > 1) {
      throw new InvalidGraphException(source, List.of("holds %d graphs".formatted(all.size())));
    }
    return all.get(0);
  }

  /**
   * Parses all graphs of a text, at least one: Markdown, BPMN and templates may have several.
   *
   * @throws InvalidGraphException with all problems
   */
  public static List<ParsedGraph> parseAllGraphs(
      String source, String text, Optional<GraphFormat> format, Optional<String> bounds) {
    return parseAllGraphs(source, text, format, bounds, GraphSizeLimit.LIMIT_FOR_LINT);
  }

  private static List<ParsedGraph> parseAllGraphs(
      String source,
      String text,
      Optional<GraphFormat> format,
      Optional<String> bounds,
      GraphSizeLimit sizeLimit) {
    if (text.length() > MAX_CHARS) {
      throw new InvalidGraphException(
          source, List.of("must have ≤ %d characters, was %d".formatted(MAX_CHARS, text.length())));
    }
    GraphInput input = new GraphInput(source, text.startsWith("\uFEFF") ? text.substring(1) : text);
    List<ParsedGraph> all = format.orElseGet(() -> GraphFormat.of(input)).read(input, sizeLimit);
    if (bounds.isEmpty()) {
      return all;
    }
    if (all.size() > 1) {
      throw new InvalidGraphException(
          source, List.of("holds %d graphs: bounds are for one".formatted(all.size())));
    }
    try {
      ParsedValue read = ValueParser.parseYaml(source, bounds.get());
      return List.of(YamlGraphParser.mergeBoundsIntoGraph(source, all.get(0), read, sizeLimit));
    } catch (InvalidGraphException wrong) {
      throw new InvalidGraphException(
          source, wrong.problems().stream().map(problem -> "bounds: " + problem).toList());
    }
  }
}
