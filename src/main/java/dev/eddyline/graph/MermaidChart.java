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
final class MermaidChart {

  private static final List<String> LOOKS =
      List.of("style", "linkStyle", "classDef", "class", "click", "direction", "accTitle", "title");

  /** Opening and closing brackets of node shapes, the longer first. */
  private static final String[][] SHAPES = {
    {"(((", ")))"}, {"((", "))"}, {"([", "])"}, {"(", ")"}, {"[[", "]]"}, {"[(", ")]"},
    {"[/", "]"}, {"[\\", "]"}, {"[", "]"}, {"{{", "}}"}, {"{", "}"}, {">", "]"}
  };

  private final Draft draft;
  private final MermaidCursor cursor;
  private final Map<String, Set<String>> groups = new LinkedHashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final Set<String> forks = new LinkedHashSet<>();

  private MermaidChart(String place, String text, int firstLine, GraphSize most) {
    this.draft = new Draft(place, most);
    this.cursor = new MermaidCursor(text, firstLine);
  }

  /** Whether the text is a flowchart, by its first statement. */
  static boolean isFlowchart(String text) {
    MermaidCursor cursor = new MermaidCursor(text, 1);
    skipFront(cursor);
    String word = cursor.id();
    return word.equals("graph") || word.equals("flowchart") || word.equals("flowchart-elk");
  }

  /**
   * Parses the graph.
   *
   * @param firstLine the line of the file at which the text begins
   */
  static GraphReading read(String place, String text, int firstLine, GraphSize most) {
    return new MermaidChart(place, text, firstLine, most).read();
  }

  private static void skipFront(MermaidCursor cursor) {
    cursor.skipBetween();
    if (cursor.takes("---")) {
      String line = cursor.skipLine();
      while (!cursor.isAtEnd() && !line.strip().equals("---")) {
        cursor.to(cursor.at() + 1);
        line = cursor.skipLine();
      }
      cursor.skipBetween();
    }
  }

  private GraphReading read() {
    skipFront(cursor);
    int line = cursor.line();
    String word = cursor.id();
    if (!List.of("graph", "flowchart", "flowchart-elk").contains(word)) {
      draft.refuse(line, "must begin with graph or flowchart, began with '%s'".formatted(word));
      return draft.read(GraphFormat.MERMAID);
    }
    cursor.skipBlanks();
    for (String direction : List.of("TD", "TB", "BT", "RL", "LR", ">", "<", "^", "v")) {
      if (cursor.takes(direction)) {
        break;
      }
    }
    for (cursor.skipBetween(); !cursor.isAtEnd(); cursor.skipBetween()) {
      statement();
    }
    MermaidGroups.resolve(draft, groups);
    kinds();
    return draft.read(GraphFormat.MERMAID);
  }

  private void statement() {
    int start = cursor.at();
    int line = cursor.line();
    String word = cursor.id();
    boolean isWord = cursor.isAtStatementsEnd() || Character.isWhitespace(cursor.peek(0));
    if (word.equals("subgraph") && isWord) {
      subgraph();
    } else if (word.equals("end") && cursor.isAtStatementsEnd()) {
      if (open.poll() == null) {
        draft.misread(line, "end", "ends no subgraph");
      }
    } else if (isLook(word)) {
      cursor.skipLine();
    } else if (word.equals("accDescr") || word.equals("accDescr:")) {
      skipDescription();
    } else {
      cursor.to(start);
      if (!chain()) {
        cursor.to(start);
        String rest = cursor.skipLine();
        draft.misread(line, rest.strip(), "is not a known statement of a flowchart");
      }
    }
  }

  private boolean isLook(String word) {
    int at = cursor.at();
    cursor.skipBlanks();
    boolean isLinked = "-=<~&[({".indexOf(cursor.peek(0)) >= 0;
    cursor.to(at);
    String bare = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
    return LOOKS.contains(bare) && !isLinked;
  }

  private void skipDescription() {
    cursor.skipBlanks();
    if (!cursor.takes("{") || cursor.until("}") == null) {
      cursor.skipLine();
    }
  }

  private void subgraph() {
    cursor.skipBlanks();
    int start = cursor.at();
    String id = cursor.id();
    cursor.skipBlanks();
    boolean isTitled = cursor.peek(0) == '[' || cursor.isAtStatementsEnd();
    cursor.to(start);
    String rest = cursor.skipLine().strip();
    String name = isTitled && !id.isEmpty() ? id : MermaidText.plain(rest);
    groups.computeIfAbsent(name, unseen -> new LinkedHashSet<>());
    open.push(name);
  }

  /** Reads linked nodes; false where it is something else. */
  private boolean chain() {
    List<String> from = group();
    if (from.isEmpty()) {
      return false;
    }
    while (true) {
      cursor.skipBlanks();
      if (cursor.isAtStatementsEnd()) {
        return true;
      }
      int line = cursor.line();
      int start = cursor.at();
      Optional<MermaidLink> link = MermaidLink.read(cursor);
      int end = cursor.at();
      skipToNode();
      List<String> to = link.isEmpty() ? List.of() : group();
      if (to.isEmpty()) {
        cursor.to(start);
        draft.misread(line, cursor.skipLine().strip(), "is not a known link to a node");
        return true;
      }
      connect(from, to, link.get(), line, cursor.between(start, end));
      from = to;
    }
  }

  /** Skips white space: after a link, the node may be on the next line. */
  private void skipToNode() {
    while (!cursor.isAtEnd() && Character.isWhitespace(cursor.peek(0))) {
      cursor.to(cursor.at() + 1);
    }
  }

  private void connect(
      List<String> from, List<String> to, MermaidLink link, int line, String written) {
    if (link.isHidden()) {
      return;
    }
    if (!link.leads() && !link.leadsBack()) {
      draft.misread(line, written.strip(), "has no arrow head: no edge is added");
    }
    for (String one : from) {
      for (String other : to) {
        if (link.leads()) {
          draft.add(Edge.of(one, other, kind(link), link.label(), line));
        }
        if (link.leadsBack()) {
          draft.add(Edge.of(other, one, kind(link), link.label(), line));
        }
      }
    }
  }

  private static EdgeKind kind(MermaidLink link) {
    boolean isChoice = link.isDotted() || !link.label().isEmpty();
    return isChoice && !MermaidText.saysFixed(link.label()) ? EdgeKind.ROUTED : EdgeKind.FIXED;
  }

  /** Reads nodes with {@code &} between; empty where there is none. */
  private List<String> group() {
    List<String> nodes = new ArrayList<>();
    do {
      cursor.skipBlanks();
      Optional<String> node = node();
      if (node.isEmpty()) {
        return List.of();
      }
      nodes.add(node.get());
      cursor.skipBlanks();
    } while (cursor.takes("&"));
    return nodes;
  }

  private Optional<String> node() {
    int line = cursor.line();
    String id = cursor.id();
    if (id.chars().noneMatch(letter -> Character.isLetterOrDigit(letter) || letter > 127)) {
      return Optional.empty();
    }
    String label = null;
    int start = cursor.at();
    for (String[] shape : SHAPES) {
      if (label == null && cursor.takes(shape[0])) {
        label = cursor.until(shape[1]);
        if (label == null) {
          cursor.to(start);
          return Optional.empty();
        }
        if (shape[0].startsWith("[") && (label.endsWith("/") || label.endsWith("\\"))) {
          label = label.substring(0, label.length() - 1);
        }
        if (shape[0].equals("{")) {
          forks.add(id);
        }
      }
    }
    if (cursor.takes("@{")) {
      label = cursor.until("}");
      label = label == null || !label.contains("label:") ? null : label.split("label:", 2)[1];
    }
    if (cursor.takes(":::")) {
      cursor.id();
    }
    put(id, label == null ? null : MermaidText.plain(label), line);
    return Optional.of(id);
  }

  private void put(String id, @Nullable String label, int line) {
    Node known = draft.nodes.get(id);
    String group = open.peek();
    if (group != null) {
      groups.computeIfAbsent(group, unseen -> new LinkedHashSet<>()).add(id);
    }
    if (known == null || label != null && known.label().equals(id)) {
      String told = label == null || label.isEmpty() ? id : label;
      draft.add(Node.of(id, told, NodeKind.STEP, known == null ? line : known.line()));
    }
  }

  /** Sets the kinds of starts without incoming edges, ends without outgoing edges, and forks. */
  private void kinds() {
    Set<String> entered = new LinkedHashSet<>();
    Set<String> left = new LinkedHashSet<>();
    draft.edges.forEach(
        edge -> {
          left.add(edge.from());
          entered.add(edge.to());
        });
    draft.nodes.replaceAll(
        (id, node) -> {
          NodeKind said = MermaidText.kind(id, node.label());
          boolean isStart = said == NodeKind.START && !entered.contains(id);
          boolean isEnd = said == NodeKind.END && !left.contains(id);
          NodeKind plain = forks.contains(id) && left.contains(id) ? NodeKind.ROUTE : NodeKind.STEP;
          return Node.of(id, node.label(), isStart || isEnd ? said : plain, node.line());
        });
    draft.edges.replaceAll(edge -> forks.contains(edge.from()) ? edge.with(EdgeKind.ROUTED) : edge);
  }
}
