package dev.eddyline.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses Mermaid flowcharts: nodes of all shapes, chained and grouped links, subgraphs. Ignores
 * styles, classes, clicks and directions. A link with a text, a dotted link and a link from a
 * rhombus is a choice: code or a person selects one, so no default is needed.
 */
final class MermaidParser {

  private static final List<String> IGNORED_STATEMENT_KEYWORDS =
      List.of("style", "linkStyle", "classDef", "class", "click", "direction", "accTitle", "title");

  /** Opening and closing brackets of node shapes, the longer first. */
  private static final String[][] SHAPES = {
    {"(((", ")))"}, {"((", "))"}, {"([", "])"}, {"(", ")"}, {"[[", "]]"}, {"[(", ")]"},
    {"[/", "]"}, {"[\\", "]"}, {"[", "]"}, {"{{", "}}"}, {"{", "}"}, {">", "]"}
  };

  private final GraphBuilder draft;
  private final MermaidCursor cursor;
  private final Map<String, Set<String>> nodesBySubgraph = new LinkedHashMap<>();
  private final Deque<String> unclosedSubgraphs = new ArrayDeque<>();
  private final Set<String> rhombusNodes = new LinkedHashSet<>();

  private MermaidParser(String place, String text, int firstLine, GraphSizeLimit most) {
    this.draft = new GraphBuilder(place, most);
    this.cursor = new MermaidCursor(text, firstLine);
  }

  /** Whether the text is a flowchart, by its first statement. */
  static boolean isFlowchart(String text) {
    MermaidCursor cursor = new MermaidCursor(text, 1);
    skipFrontMatter(cursor);
    String word = cursor.readId();
    return word.equals("graph") || word.equals("flowchart") || word.equals("flowchart-elk");
  }

  /**
   * Parses the graph.
   *
   * @param firstLine the line of the file at which the text begins
   */
  static ParsedGraph read(String place, String text, int firstLine, GraphSizeLimit most) {
    return new MermaidParser(place, text, firstLine, most).read();
  }

  private static void skipFrontMatter(MermaidCursor cursor) {
    cursor.skipStatementSeparators();
    if (cursor.consumeIfNext("---")) {
      String line = cursor.skipLine();
      while (!cursor.isAtEnd() && !line.strip().equals("---")) {
        cursor.moveToOffset(cursor.offset() + 1);
        line = cursor.skipLine();
      }
      cursor.skipStatementSeparators();
    }
  }

  private ParsedGraph read() {
    skipFrontMatter(cursor);
    int line = cursor.line();
    String word = cursor.readId();
    if (!List.of("graph", "flowchart", "flowchart-elk").contains(word)) {
      draft.addProblem(line, "must begin with graph or flowchart, began with '%s'".formatted(word));
      return draft.build(GraphFormat.MERMAID);
    }
    cursor.skipBlanks();
    for (String direction : List.of("TD", "TB", "BT", "RL", "LR", ">", "<", "^", "v")) {
      if (cursor.consumeIfNext(direction)) {
        break;
      }
    }
    for (cursor.skipStatementSeparators(); !cursor.isAtEnd(); cursor.skipStatementSeparators()) {
      readStatement();
    }
    MermaidSubgraphs.replaceSubgraphsByNodes(draft, nodesBySubgraph);
    assignNodeAndEdgeKinds();
    return draft.build(GraphFormat.MERMAID);
  }

  private void readStatement() {
    int start = cursor.offset();
    int line = cursor.line();
    String word = cursor.readId();
    boolean isWord = cursor.isAtStatementEnd() || Character.isWhitespace(cursor.peek(0));
    if (word.equals("subgraph") && isWord) {
      readSubgraphStart();
    } else if (word.equals("end") && cursor.isAtStatementEnd()) {
      if (unclosedSubgraphs.poll() == null) {
        draft.unparsed(line, "end", "ends no subgraph");
      }
    } else if (isStyleStatement(word)) {
      cursor.skipLine();
    } else if (word.equals("accDescr") || word.equals("accDescr:")) {
      skipDescription();
    } else {
      cursor.moveToOffset(start);
      if (!readLinkChain()) {
        cursor.moveToOffset(start);
        String rest = cursor.skipLine();
        draft.unparsed(line, rest.strip(), "is not a known statement of a flowchart");
      }
    }
  }

  private boolean isStyleStatement(String word) {
    int at = cursor.offset();
    cursor.skipBlanks();
    boolean isLinked = "-=<~&[({".indexOf(cursor.peek(0)) >= 0;
    cursor.moveToOffset(at);
    String bare = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
    return IGNORED_STATEMENT_KEYWORDS.contains(bare) && !isLinked;
  }

  private void skipDescription() {
    cursor.skipBlanks();
    if (!cursor.consumeIfNext("{") || cursor.readUntil("}") == null) {
      cursor.skipLine();
    }
  }

  private void readSubgraphStart() {
    cursor.skipBlanks();
    int start = cursor.offset();
    String id = cursor.readId();
    cursor.skipBlanks();
    boolean isTitled = cursor.peek(0) == '[' || cursor.isAtStatementEnd();
    cursor.moveToOffset(start);
    String rest = cursor.skipLine().strip();
    String name = isTitled && !id.isEmpty() ? id : MermaidText.toPlainText(rest);
    nodesBySubgraph.computeIfAbsent(name, unseen -> new LinkedHashSet<>());
    unclosedSubgraphs.push(name);
  }

  /** Reads linked nodes; false where it is something else. */
  private boolean readLinkChain() {
    List<String> from = readNodeGroup();
    if (from.isEmpty()) {
      return false;
    }
    while (true) {
      cursor.skipBlanks();
      if (cursor.isAtStatementEnd()) {
        return true;
      }
      int line = cursor.line();
      int start = cursor.offset();
      Optional<MermaidLink> link = MermaidLink.read(cursor);
      int end = cursor.offset();
      skipToNode();
      List<String> to = link.isEmpty() ? List.of() : readNodeGroup();
      if (to.isEmpty()) {
        cursor.moveToOffset(start);
        draft.unparsed(line, cursor.skipLine().strip(), "is not a known link to a node");
        return true;
      }
      addEdges(from, to, link.get(), line, cursor.textBetween(start, end));
      from = to;
    }
  }

  /** Skips white space: after a link, the node may be on the next line. */
  private void skipToNode() {
    while (!cursor.isAtEnd() && Character.isWhitespace(cursor.peek(0))) {
      cursor.moveToOffset(cursor.offset() + 1);
    }
  }

  private void addEdges(
      List<String> from, List<String> to, MermaidLink link, int line, String written) {
    if (link.isHidden()) {
      return;
    }
    if (!link.hasForwardArrow() && !link.hasBackwardArrow()) {
      draft.unparsed(line, written.strip(), "has no arrow head: no edge is added");
    }
    for (String one : from) {
      for (String other : to) {
        if (link.hasForwardArrow()) {
          draft.add(Edge.of(one, other, edgeKind(link), link.label(), line));
        }
        if (link.hasBackwardArrow()) {
          draft.add(Edge.of(other, one, edgeKind(link), link.label(), line));
        }
      }
    }
  }

  private static EdgeKind edgeKind(MermaidLink link) {
    boolean isChoice = link.isDotted() || !link.label().isEmpty();
    return isChoice && !MermaidText.isLabelOfUnconditionalEdge(link.label())
        ? EdgeKind.ROUTED
        : EdgeKind.FIXED;
  }

  /** Reads nodes with {@code &} between; empty where there is none. */
  private List<String> readNodeGroup() {
    List<String> nodes = new ArrayList<>();
    do {
      cursor.skipBlanks();
      Optional<String> node = readNode();
      if (node.isEmpty()) {
        return List.of();
      }
      nodes.add(node.get());
      cursor.skipBlanks();
    } while (cursor.consumeIfNext("&"));
    return nodes;
  }

  private Optional<String> readNode() {
    int line = cursor.line();
    String id = cursor.readId();
    if (id.chars().noneMatch(letter -> Character.isLetterOrDigit(letter) || letter > 127)) {
      return Optional.empty();
    }
    String label = null;
    int start = cursor.offset();
    for (String[] shape : SHAPES) {
      if (label == null && cursor.consumeIfNext(shape[0])) {
        label = cursor.readUntil(shape[1]);
        if (label == null) {
          cursor.moveToOffset(start);
          return Optional.empty();
        }
        if (shape[0].startsWith("[") && (label.endsWith("/") || label.endsWith("\\"))) {
          label = label.substring(0, label.length() - 1);
        }
        if (shape[0].equals("{")) {
          rhombusNodes.add(id);
        }
      }
    }
    if (cursor.consumeIfNext("@{")) {
      label = cursor.readUntil("}");
      label = label == null || !label.contains("label:") ? null : label.split("label:", 2)[1];
    }
    if (cursor.consumeIfNext(":::")) {
      cursor.readId();
    }
    addNode(id, label == null ? null : MermaidText.toPlainText(label), line);
    return Optional.of(id);
  }

  private void addNode(String id, @Nullable String label, int line) {
    Node known = draft.nodes.get(id);
    String group = unclosedSubgraphs.peek();
    if (group != null) {
      nodesBySubgraph.computeIfAbsent(group, unseen -> new LinkedHashSet<>()).add(id);
    }
    if (known == null || label != null && known.label().equals(id)) {
      String shownLabel = label == null || label.isEmpty() ? id : label;
      draft.add(Node.of(id, shownLabel, NodeKind.STEP, known == null ? line : known.line()));
    }
  }

  /** Sets the kinds of starts without incoming edges, ends without outgoing edges, and forks. */
  private void assignNodeAndEdgeKinds() {
    Set<String> entered = new LinkedHashSet<>();
    Set<String> left = new LinkedHashSet<>();
    draft.edges.forEach(
        edge -> {
          left.add(edge.from());
          entered.add(edge.to());
        });
    draft.nodes.replaceAll(
        (id, node) -> {
          NodeKind kindByLabel = MermaidText.nodeKindOf(id, node.label());
          boolean isStart = kindByLabel == NodeKind.START && !entered.contains(id);
          boolean isEnd = kindByLabel == NodeKind.END && !left.contains(id);
          NodeKind plain =
              rhombusNodes.contains(id) && left.contains(id) ? NodeKind.ROUTE : NodeKind.STEP;
          return Node.of(id, node.label(), isStart || isEnd ? kindByLabel : plain, node.line());
        });
    draft.edges.replaceAll(
        edge -> rhombusNodes.contains(edge.from()) ? edge.withKind(EdgeKind.ROUTED) : edge);
  }
}
