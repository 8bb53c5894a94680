package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import dev.eddyline.graph.model.RunLimit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses Mermaid flowcharts: nodes of all shapes, chained and grouped links, subgraphs. Ignores
 * styles, classes, clicks and directions. A link with a text, a dotted link and a link from a
 * rhombus is a choice: code or a person selects one, so no default is needed.
 */
final class MermaidParser {

  private static final List<String> IGNORED_STATEMENT_KEYWORDS =
      List.of("style", "linkStyle", "classDef", "class", "click", "direction", "accTitle", "title");

  private static final Pattern LINK_ATTRIBUTES =
      Pattern.compile("@\\{\\s*(?:animate|animation|curve)\\s*:");

  private static final Pattern QUOTED_OR_COMMENT = Pattern.compile("\"[^\"]*\"|%%.*");
  private static final Pattern LINK = Pattern.compile("-->|---|==>|\\.->");

  private static final Pattern EDGE_ID = Pattern.compile("\\s*([\\w-]+)@");

  private final GraphBuilder draft;
  private final MermaidCursor cursor;
  private final Map<String, Set<String>> nodesBySubgraph = new LinkedHashMap<>();
  private final Deque<OpenSubgraph> unclosedSubgraphs = new ArrayDeque<>();
  private final Set<String> rhombusNodes = new LinkedHashSet<>();

  /** Names of links; statements with their attributes do not define nodes. */
  private final Set<String> edgeIds = new HashSet<>();

  /**
   * A subgraph whose end was not read yet.
   *
   * @param line the line at which it begins
   */
  private record OpenSubgraph(String name, int line) {}

  private MermaidParser(String place, String text, int firstLine, GraphSizeLimit most) {
    this.draft = new GraphBuilder(place, most);
    this.cursor = new MermaidCursor(text, firstLine);
  }

  /**
   * Parses the graph.
   *
   * @param firstLine the line of the file at which the text begins
   */
  static ParsedGraph read(String place, String text, int firstLine, GraphSizeLimit most) {
    return new MermaidParser(place, text, firstLine, most).read();
  }

  private ParsedGraph read() {
    cursor.skipFrontMatter();
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
    unclosedSubgraphs.forEach(
        open -> draft.unparsed(open.line(), open.name(), "is a subgraph without its end"));
    MermaidSubgraphs.replaceSubgraphsByNodes(draft, nodesBySubgraph);
    DrawnKinds.assign(draft, rhombusNodes);
    BoundTexts.addCounters(draft);
    if (draft.nodes.containsKey("__start__")) {
      draft.runLimit = Optional.of(RunLimit.LANGGRAPH);
      LangGraphIds.unescapeAll(draft);
    }
    return draft.build(GraphFormat.MERMAID);
  }

  private void readStatement() {
    int start = cursor.offset();
    int line = cursor.line();
    String word = cursor.readId();
    boolean isWord = cursor.isAtStatementEnd() || Character.isWhitespace(cursor.peek(0));
    if (word.equals("subgraph") && isWord) {
      readSubgraphStart(line);
    } else if (word.equals("end") && cursor.isAtStatementEndAfterBlanks()) {
      if (unclosedSubgraphs.poll() == null) {
        draft.unparsed(line, "end", "ends no subgraph");
      }
    } else if (word.startsWith("accTitle") && isStyleStatement(word)) {
      cursor.skipLine();
    } else if (isStyleStatement(word)) {
      rejectLinks(line, word + cursor.skipStatement(false));
    } else if (isLinkAttributes(word) && cursor.consumeIfNext("@{")) {
      if (cursor.readToClosingBrace() == null) {
        draft.unparsed(line, cursor.skipLine().strip(), "has no closing brace");
      }
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

  /** Whether attributes follow that are those of a link: its name is known, or they animate it. */
  private boolean isLinkAttributes(String word) {
    return edgeIds.contains(word)
        || !draft.nodes.containsKey(word)
            && LINK_ATTRIBUTES.matcher(cursor.restOfLine()).lookingAt();
  }

  private boolean isStyleStatement(String word) {
    int at = cursor.offset();
    cursor.skipBlanks();
    boolean isLinked = "-=<~&[({".indexOf(cursor.peek(0)) >= 0;
    cursor.moveToOffset(at);
    isLinked |= cursor.isNext(":::") || cursor.isNext(">") || cursor.isNext("@{");
    String bare = word.endsWith(":") ? word.substring(0, word.length() - 1) : word;
    return IGNORED_STATEMENT_KEYWORDS.contains(bare) && !isLinked;
  }

  /** Reports a statement without steps that has a link outside of its quotes. */
  private void rejectLinks(int line, String statement) {
    String code = QUOTED_OR_COMMENT.matcher(statement).replaceAll("");
    if (LINK.matcher(code).find()) {
      draft.unparsed(line, statement.strip(), "has a link where none can be");
    }
  }

  private void skipDescription() {
    cursor.skipBlanks();
    if (!cursor.consumeIfNext("{") || cursor.readUntil("}") == null) {
      cursor.skipLine();
    }
  }

  private void readSubgraphStart(int line) {
    cursor.skipBlanks();
    int start = cursor.offset();
    String id = cursor.readId();
    cursor.skipBlanks();
    boolean isTitled = cursor.peek(0) == '[' || cursor.isAtStatementEnd();
    cursor.moveToOffset(start);
    String rest = cursor.skipStatement(true).strip();
    rejectLinks(line, rest);
    String name = isTitled && !id.isEmpty() ? id : MermaidText.toPlainText(rest);
    nodesBySubgraph.computeIfAbsent(name, unseen -> new LinkedHashSet<>());
    OpenSubgraph outer = unclosedSubgraphs.peek();
    if (outer != null && !outer.name().equals(name)) {
      nodesBySubgraph.computeIfAbsent(outer.name(), unseen -> new LinkedHashSet<>()).add(name);
    }
    unclosedSubgraphs.push(new OpenSubgraph(name, line));
  }

  /** Reads linked nodes; false where it is something else. */
  private boolean readLinkChain() {
    List<String> from = readNodeGroup();
    if (from.isEmpty()) {
      return false;
    }
    while (true) {
      cursor.skipBlanks();
      if (cursor.isAtStatementEnd() && !cursor.skipToLinkOnNextLine()) {
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
      String written = cursor.textBetween(start, end);
      Matcher named = EDGE_ID.matcher(written);
      if (named.lookingAt()) {
        edgeIds.add(named.group(1));
      }
      addEdges(from, to, link.get(), line, written);
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
    Optional<MermaidNode> node = MermaidNode.read(cursor);
    node.ifPresent(read -> addNode(read, line));
    return node.map(MermaidNode::id);
  }

  private void addNode(MermaidNode node, int line) {
    String id = node.id();
    Node known = draft.nodes.get(id);
    OpenSubgraph group = unclosedSubgraphs.peek();
    if (node.isRhombus()) {
      rhombusNodes.add(id);
    }
    if (group != null) {
      nodesBySubgraph.computeIfAbsent(group.name(), unseen -> new LinkedHashSet<>()).add(id);
    }
    if (known == null || node.label().isPresent() && known.label().equals(id)) {
      String shownLabel = node.label().filter(label -> !label.isEmpty()).orElse(id);
      draft.add(Node.of(id, shownLabel, NodeKind.STEP, known == null ? line : known.line()));
    }
  }
}
