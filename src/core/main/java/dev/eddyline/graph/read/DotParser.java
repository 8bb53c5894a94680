package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Parses directed graphs in Graphviz DOT: nodes, chains of edges, subgraphs as their ends, default
 * attributes. An edge with a label, and a dotted or dashed one, is a choice; a diamond is a fork.
 */
final class DotParser {

  private static final int MAX_DEPTH = 100;
  private static final String NODE = "node";
  private static final String EDGE = "edge";

  private final GraphBuilder draft;
  private final DotLexer lexer;
  private boolean isDirected;
  private int depth;
  private final Set<String> forks = new HashSet<>();

  /** Default attributes of nodes and of edges within a graph or subgraph. */
  private Map<String, Map<String, String>> defaults = new HashMap<>();

  private DotParser(GraphBuilder draft, DotLexer lexer) {
    this.draft = draft;
    this.lexer = lexer;
  }

  /** Whether the text begins as a graph of Graphviz. */
  static boolean recognizes(GraphInput input) {
    return DotLexer.beginsGraph(input.text());
  }

  /** Parses all graphs of the text. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    DotLexer lexer = new DotLexer(input.place(), input.text());
    List<ParsedGraph> graphs = new ArrayList<>();
    while (!lexer.isAtEnd()) {
      limit.requireAllowedGraphCount(input.place(), graphs.size() + 1);
      GraphBuilder draft = new GraphBuilder(input.place(), limit);
      draft.name = graphs.isEmpty() ? input.place() : input.place() + "#" + (graphs.size() + 1);
      new DotParser(draft, lexer).readGraph();
      graphs.add(draft.build(GraphFormat.DOT));
    }
    return graphs;
  }

  private void readGraph() {
    lexer.acceptWord("strict");
    isDirected = lexer.acceptWord("digraph");
    if (!isDirected && !lexer.acceptWord("graph")) {
      throw lexer.problem("must begin with digraph or graph");
    }
    if (!lexer.isNext("{")) {
      lexer.readId();
    }
    if (!isDirected) {
      draft.unparsed(lexer.line(), "graph", "has edges without a direction: no edge is added");
    }
    readBlock();
    DrawnKinds.assign(draft, forks);
    BoundTexts.addCounters(draft);
  }

  /** Reads statements in braces; returns the nodes that they name. */
  private Set<String> readBlock() {
    if (++depth > MAX_DEPTH) {
      throw lexer.problem("is nested deeper than " + MAX_DEPTH);
    }
    Map<String, Map<String, String>> outer = defaults;
    defaults = new HashMap<>();
    outer.forEach((kind, attributes) -> defaults.put(kind, new HashMap<>(attributes)));
    Set<String> nodes = new LinkedHashSet<>();
    lexer.expect("{");
    while (!lexer.accept("}")) {
      if (!lexer.accept(";")) {
        readStatement(nodes);
      }
    }
    defaults = outer;
    depth--;
    return nodes;
  }

  private void readStatement(Set<String> nodes) {
    for (String kind : List.of(NODE, EDGE, "graph")) {
      if (lexer.acceptWord(kind)) {
        defaults.computeIfAbsent(kind, unset -> new HashMap<>()).putAll(readAttributes());
        return;
      }
    }
    int line = lexer.line();
    List<Set<String>> ends = new ArrayList<>();
    boolean isNode;
    do {
      isNode = !lexer.isNext("{") && !lexer.isNextWord("subgraph");
      if (isNode) {
        Set<String> list = new LinkedHashSet<>();
        do {
          String id = lexer.readId();
          if (ends.isEmpty() && list.isEmpty() && lexer.accept("=")) {
            lexer.readId(); // an attribute of the graph
            return;
          }
          while (lexer.accept(":")) {
            lexer.readId(); // a port
          }
          addNode(id, line);
          list.add(id);
        } while (lexer.accept(","));
        ends.add(list);
      } else {
        ends.add(readSubgraph());
      }
    } while (lexer.accept("->") || lexer.accept("--"));
    Map<String, String> attributes = readAttributes();
    ends.forEach(nodes::addAll);
    if (ends.size() > 1) {
      addEdges(ends, attributes, line);
    } else if (isNode) {
      ends.get(0).forEach(node -> describe(node, attributes));
    }
  }

  private Set<String> readSubgraph() {
    if (lexer.acceptWord("subgraph") && !lexer.isNext("{")) {
      lexer.readId();
    }
    return readBlock();
  }

  private void addNode(String id, int line) {
    if (id.isBlank()) {
      draft.addProblem(line, "a node has no name");
    } else if (!draft.nodes.containsKey(id)) {
      draft.add(Node.of(id, id, NodeKind.STEP, line));
      describe(id, defaults.getOrDefault(NODE, Map.of()));
    }
  }

  private void describe(String id, Map<String, String> attributes) {
    if (attributes.containsKey("label") && !attributes.get("label").equals("\\N")) {
      String label = MermaidText.toPlainText(attributes.get("label"));
      draft.label(id, label.isEmpty() ? id : label);
    }
    String shape = attributes.getOrDefault("shape", "").toLowerCase(Locale.ROOT);
    if (shape.contains("diamond")) {
      forks.add(id);
    }
  }

  private Map<String, String> readAttributes() {
    Map<String, String> attributes = new HashMap<>();
    while (lexer.accept("[")) {
      while (!lexer.accept("]")) {
        if (!lexer.accept(",") && !lexer.accept(";")) {
          String name = lexer.readId().toLowerCase(Locale.ROOT);
          attributes.put(name, lexer.accept("=") ? lexer.readId() : "true");
        }
      }
    }
    return attributes;
  }

  private void addEdges(List<Set<String>> ends, Map<String, String> own, int line) {
    Map<String, String> attributes = new HashMap<>(defaults.getOrDefault(EDGE, Map.of()));
    attributes.putAll(own);
    String style = attributes.getOrDefault("style", "").toLowerCase(Locale.ROOT);
    String direction = attributes.getOrDefault("dir", "forward").toLowerCase(Locale.ROOT);
    if (!isDirected || style.contains("invis")) {
      return;
    }
    String label =
        MermaidText.toPlainText(
            attributes.getOrDefault("label", attributes.getOrDefault("xlabel", "")));
    boolean isChoice = !label.isEmpty() || style.contains("dotted") || style.contains("dashed");
    EdgeKind kind = isChoice ? EdgeKind.ROUTED : EdgeKind.FIXED;
    for (int at = 1; at < ends.size(); at++) {
      for (String from : ends.get(at - 1)) {
        for (String to : ends.get(at)) {
          if (direction.equals("none")) {
            draft.unparsed(line, from + " -> " + to, "has no arrow head: no edge is added");
          }
          if (direction.equals("forward") || direction.equals("both")) {
            draft.add(Edge.of(from, to, kind, label, line));
          }
          if (direction.equals("back") || direction.equals("both")) {
            draft.add(Edge.of(to, from, kind, label, line));
          }
        }
      }
    }
  }
}
