package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.InvalidGraphException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The format of a graph's text. The first format that recognizes a text reads it. */
public enum GraphFormat {
  /** BPMN 2.0 XML. */
  BPMN("BPMN 2.0", BpmnParser::recognizes, BpmnParser::read),
  /** A graph of Graphviz. */
  DOT("Graphviz DOT", DotParser::recognizes, DotParser::read),
  /** Markdown with Mermaid diagrams in it. */
  MARKDOWN("Markdown with Mermaid", MarkdownDiagrams::recognizes, MarkdownDiagrams::read),
  /** A Mermaid flowchart or state diagram, drawn by hand or by {@code draw_mermaid()}. */
  MERMAID("Mermaid", MermaidDiagrams::recognizes, MermaidDiagrams::read),
  /** Amazon States Language in JSON or YAML, alone or in a CloudFormation or SAM template. */
  ASL("Amazon States Language", AslFiles::recognizes, AslFiles::read),
  /** An exported workflow of n8n. */
  N8N("n8n", N8nParser::recognizes, N8nParser::read),
  /** An exported agent flow of Flowise, version 1 or 2. */
  FLOWISE("Flowise agent flows", FlowiseParser::recognizes, FlowiseParser::read),
  /** An exported app of Dify with a workflow. */
  DIFY("Dify workflows", DifyParser::recognizes, DifyParser::read),
  /** The result of LangGraph's {@code get_graph().to_json()}. */
  LANGGRAPH("LangGraph's to_json()", LangGraphParser::recognizes, LangGraphParser::read),
  /** Eddyline's own YAML, or the same as JSON. */
  YAML("Eddyline's YAML", YamlGraphParser::recognizes, YamlGraphParser::read);

  /** Formats that are recognized by their first words; the others by keys of JSON or YAML. */
  private static final Set<GraphFormat> BY_WORDS = EnumSet.range(BPMN, MERMAID);

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // a method without state
  private final Predicate<GraphInput> recognizer;

  @SuppressWarnings("ImmutableEnumChecker") // a method without state
  private final BiFunction<GraphInput, GraphSizeLimit, List<ParsedGraph>> reader;

  /**
   * A format.
   *
   * @param reader reads all graphs of a text, at least one. What it does not understand is in the
   *     result, and never left out silently
   */
  GraphFormat(
      String title,
      Predicate<GraphInput> recognizer,
      BiFunction<GraphInput, GraphSizeLimit, List<ParsedGraph>> reader) {
    this.title = title;
    this.recognizer = recognizer;
    this.reader = reader;
  }

  /** Its name for people. */
  public String title() {
    return title;
  }

  /**
   * Reads all graphs of a text in this format, at least one.
   *
   * @throws InvalidGraphException with all problems and their lines
   */
  List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    return reader.apply(input, limit);
  }

  /**
   * The format of a text.
   *
   * @throws InvalidGraphException if no format is recognized; it names the formats that are read,
   *     and that of the text if it is known. If the text is nested too deep, it names that limit
   */
  static GraphFormat of(GraphInput input) {
    Optional<GraphFormat> format = find(input);
    if (format.isPresent()) {
      return format.get();
    }
    throw input
        .nestingProblem()
        .orElseGet(() -> new InvalidGraphException(input.place(), List.of(notUnderstood(input))));
  }

  /**
   * The format of a text; empty if none is recognized.
   *
   * @throws InvalidGraphException if the text begins as JSON and is not valid
   */
  public static Optional<GraphFormat> find(GraphInput input) {
    Optional<GraphFormat> byWords = first(BY_WORDS, input);
    if (byWords.equals(Optional.of(MARKDOWN)) && input.isYamlOfGraph()) {
      // a fence may be in a text of the workflow, such as its comment
      Optional<GraphFormat> byKeys = byKeys(input);
      return byKeys.isPresent() || ForeignFormat.of(input).isPresent() ? byKeys : byWords;
    }
    return byWords.isPresent() ? byWords : byKeys(input);
  }

  private static Optional<GraphFormat> byKeys(GraphInput input) {
    return ForeignFormat.of(input).isPresent()
        ? Optional.empty()
        : first(EnumSet.complementOf(EnumSet.copyOf(BY_WORDS)), input);
  }

  private static Optional<GraphFormat> first(Set<GraphFormat> formats, GraphInput input) {
    return formats.stream().filter(format -> format.recognizer.test(input)).findFirst();
  }

  private static String notUnderstood(GraphInput input) {
    if (input.text().isBlank()) {
      return "holds nothing";
    }
    String read = Arrays.stream(values()).map(GraphFormat::title).collect(Collectors.joining(", "));
    return ForeignFormat.of(input)
            .map(foreign -> "not understood: this is " + foreign + ", which is not read.")
            .orElse("not understood: no known format.")
        + " These are read: "
        + read;
  }
}
