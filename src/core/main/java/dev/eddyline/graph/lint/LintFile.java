package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.graph.read.GraphBuilder;
import dev.eddyline.graph.read.GraphSection;
import dev.eddyline.graph.read.LinedPath;
import dev.eddyline.graph.read.ParsedGraph;
import dev.eddyline.graph.read.ValueParser;
import dev.eddyline.graph.read.YamlGraphParser;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The file that gives bounds, limits and waivers for many graphs, so that a build is green on
 * judged cases and red on new ones.
 *
 * <pre>
 * bounds:
 *   - {graph: flows/poll.json, counters: {tries: {max: 5}}, edges: [{from: Check, to: Ask, counter: tries}]}
 *   - {graph: 'flows/agents/*', recursionLimit: 40}
 * waivers:
 *   - {finding: unbounded_cycle, graph: flows/watch.mmd, reason: a watcher does not end, until: 2027-06-30}
 * </pre>
 */
public final class LintFile {

  /** Its name; it is read from the working folder. */
  public static final String NAME = ".eddyline-lint.yaml";

  /** A file without entries. */
  public static final LintFile NONE = new LintFile(List.of(), List.of());

  private static final String GRAPH = "graph";

  private static final KeyType<LocalDate> DAY =
      ScalarTypes.parsedText("a day such as 2027-06-30", LintFile::day);

  private static final KeyType<FindingKind> KIND =
      ScalarTypes.oneOf(Section.all(FindingKind.class));

  private final List<Bounds> bounds;
  private final List<Waiver> waivers;

  /**
   * Bounds of graphs.
   *
   * @param graphs the graphs
   * @param keys the keys of a bounds file
   */
  private record Bounds(GraphPattern graphs, ParsedValue keys) {}

  private LintFile(List<Bounds> bounds, List<Waiver> waivers) {
    this.bounds = List.copyOf(bounds);
    this.waivers = List.copyOf(waivers);
  }

  /**
   * Reads the file.
   *
   * @param place its name, for messages
   * @throws InvalidGraphException with all problems and their lines
   */
  public static LintFile read(String place, String text) {
    if (text.lines().allMatch(line -> line.isBlank() || line.strip().startsWith("#"))) {
      return NONE;
    }
    GraphBuilder problems = new GraphBuilder(place, GraphSizeLimit.LIMIT_FOR_LINT);
    LinedPath root = new LinedPath("", ValueParser.parseYaml(place, text), problems);
    GraphSection section = new GraphSection(root);
    LinedPath bounds = section.inner("bounds");
    LinedPath waivers = section.inner("waivers");
    section.keys().rejectUnknownKeys();
    for (LinedPath list : List.of(bounds, waivers)) {
      if (list.value().value() != null && !list.value().isList()) {
        list.addProblem("must be a list");
      }
    }
    List<Bounds> allBounds = new ArrayList<>();
    for (int index = 0; index < bounds.value().list().size(); index++) {
      readBounds(bounds.item(index)).ifPresent(allBounds::add);
    }
    List<Waiver> allWaivers = new ArrayList<>();
    for (int index = 0; index < waivers.value().list().size(); index++) {
      readWaiver(waivers.item(index)).ifPresent(allWaivers::add);
    }
    problems.requireNoProblems();
    return new LintFile(allBounds, allWaivers);
  }

  private static Optional<Bounds> readBounds(LinedPath at) {
    Map<String, ParsedValue> keys = new LinkedHashMap<>(at.value().map());
    ParsedValue graph = keys.remove(GRAPH);
    if (graph == null || graph.text().filter(text -> !text.isBlank()).isEmpty()) {
      at.addProblem("graph is required: a file, a name, or a pattern with *");
      return Optional.empty();
    }
    int line = at.value().line();
    GraphPattern graphs = new GraphPattern(graph.text().orElseThrow(), line);
    return Optional.of(new Bounds(graphs, new ParsedValue(line, keys)));
  }

  private static Optional<Waiver> readWaiver(LinedPath at) {
    GraphSection section = new GraphSection(at);
    Section keys = section.keys();
    FindingKind kind = keys.required("finding", KIND);
    String graph = keys.required(GRAPH, GraphSection.TEXT);
    List<String> cycle = section.optional("cycle", GraphSection.TEXTS).orElse(List.of());
    String reason = keys.required("reason", GraphSection.TEXT);
    LocalDate until = keys.required("until", DAY);
    keys.rejectUnknownKeys();
    return kind == null || graph == null || reason == null || until == null
        ? Optional.empty()
        : Optional.of(
            new Waiver(kind, new GraphPattern(graph, at.value().line()), cycle, reason, until));
  }

  /**
   * The graph with its bounds.
   *
   * @param file the graph's file
   * @throws InvalidGraphException if bounds name a node or edge that it does not have
   */
  public ParsedGraph withBounds(String file, ParsedGraph parsed) {
    ParsedGraph bounded = parsed;
    for (Bounds each : bounds) {
      if (each.graphs().matches(file, parsed.graph())) {
        try {
          bounded = YamlGraphParser.mergeBoundsIntoGraph(file, bounded, each.keys());
        } catch (InvalidGraphException wrong) {
          throw new InvalidGraphException(
              file, wrong.problems().stream().map(it -> NAME + ": " + it).toList());
        }
      }
    }
    return bounded;
  }

  /** The waivers for a graph, expired ones too. */
  public List<Waiver> waiversOf(String file, ParsedGraph parsed) {
    return waivers.stream()
        .filter(waiver -> waiver.graphs().matches(file, parsed.graph()))
        .toList();
  }

  /** The graphs that its entries name, in their order. */
  public List<GraphPattern> patterns() {
    return Stream.concat(bounds.stream().map(Bounds::graphs), waivers.stream().map(Waiver::graphs))
        .toList();
  }

  /**
   * The waivers that hold on a day, by the finding that each is for.
   *
   * @param candidates the waivers of the graph
   */
  public static Map<GraphFinding, Waiver> inForce(
      List<Waiver> candidates, ParsedGraph parsed, List<GraphFinding> findings, LocalDate today) {
    NodeNames names = NodeNames.of(parsed);
    Map<GraphFinding, Waiver> waived = new LinkedHashMap<>();
    for (GraphFinding finding : findings) {
      candidates.stream()
          .filter(waiver -> !waiver.until().isBefore(today) && waiver.isFor(finding, names))
          .findFirst()
          .ifPresent(waiver -> waived.put(finding, waiver));
    }
    return waived;
  }

  private static LocalDate day(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException invalid) {
      throw new IllegalArgumentException(
          "must be a day such as 2027-06-30, was '%s'".formatted(text), invalid);
    }
  }
}
