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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses Mermaid flowcharts: nodes of all shapes, chained and grouped links, subgraphs. Ignores
 * styles, classes, clicks and directions. A link with a text, a dotted link and a link from a
 * rhombus is a choice: code or a person selects one, so no default is needed.
 */
final class MermaidParser {

  private static final Pattern DIRECTION =
      Pattern.compile("[ \\t\\r]*+(?:TD|TB|BT|RL|LR|[><^v])?+" + MermaidTokens.SEPARATORS);

  private static final Pattern WORD_END = Pattern.compile("(?=[\\p{javaWhitespace};]|%%|\\z)");

  private static final Pattern STATEMENT_WITHOUT_STEPS =
      Pattern.compile("(?:style|linkStyle|classDef|class|click|direction|accTitle|title):?");

  /** What follows a word that is the id of a node. */
  private static final Pattern NODE_CONTINUED =
      Pattern.compile("[ \\t\\r]*+[-=<~&\\[({]|:::|>|@\\{");

  /** Quotes or brackets, which may have semicolons in them. */
  private static final String ENCLOSED =
      "(?:%1$s|\\[%2$s(?:%1$s%2$s)?+\\])"
          .formatted("\"[^\"\\n]{0,500}+\"", "[^\\[\\]\"\\n]{0,500}+");

  /** The rest of a title, which may have entities such as {@code #35;}. */
  private static final Pattern TITLE =
      Pattern.compile("(?:" + ENCLOSED + "|#\\w{1,20}+;|[^;\\n])*+");

  /** The rest of a style, which may have semicolons between its properties. */
  private static final Pattern PROPERTIES =
      Pattern.compile(
          "(?:" + ENCLOSED + "|;(?=[ \\t]{0,20}+[a-z-]{1,40}+[ \\t]{0,20}+:(?!:))|[^;\\n])*+");

  private static final Pattern DESCRIPTION =
      Pattern.compile(
          "%s\\{%s|%s"
              .formatted(
                  MermaidTokens.BLANKS, MermaidTokens.textUntil("\\}"), MermaidTokens.REST_OF_LINE),
          Pattern.DOTALL);

  private static final Pattern SUBGRAPH_ID =
      Pattern.compile(
          "(?<id>%s)(?:[ \\t\\r]*+\\[|%s)"
              .formatted(MermaidTokens.ID, MermaidTokens.STATEMENT_END));

  private static final Pattern LINK_ATTRIBUTES =
      Pattern.compile("@\\{[\\s&&[^\\n]]*+(?:animate|animation|curve)[\\s&&[^\\n]]*+:");

  private static final Pattern QUOTED_OR_COMMENT = Pattern.compile("\"[^\"]*\"|%%.*");
  private static final Pattern LINK = Pattern.compile("-->|---|==>|\\.->");

  private static final Pattern LINK_ON_LATER_LINE =
      Pattern.compile("\\p{javaWhitespace}++(?=--|==|-\\.|<-)");

  private final GraphBuilder draft;
  private final TextScanner scanner;
  private final MermaidGroups groups = new MermaidGroups(false);
  private final Deque<Subgraph> unclosedSubgraphs = new ArrayDeque<>();
  private final Set<String> rhombuses = new LinkedHashSet<>();

  /** Names of links; statements with their attributes do not define nodes. */
  private final Set<String> linkIds = new HashSet<>();

  /**
   * A subgraph whose end was not read yet.
   *
   * @param line the line at which it begins
   * @param members the nodes and subgraphs that were named in it
   */
  private record Subgraph(String name, int line, Set<String> members) {}

  /**
   * A parser of a flowchart.
   *
   * @param firstLine the line of the file at which the text begins
   */
  MermaidParser(String place, String text, int firstLine, GraphSizeLimit limit) {
    this.draft = new GraphBuilder(place, limit);
    this.scanner = new TextScanner(text, firstLine);
  }

  ParsedGraph read() {
    scanner.accept(MermaidTokens.PREAMBLE);
    int line = scanner.line();
    String word = scanner.take(MermaidTokens.ID);
    if (!MermaidDiagrams.FLOWCHARTS.contains(word)) {
      draft.addProblem(line, "must begin with graph or flowchart, began with '%s'".formatted(word));
      return draft.build(GraphFormat.MERMAID);
    }
    scanner.accept(DIRECTION);
    while (!scanner.isAtEnd()) {
      readStatement();
      scanner.accept(MermaidTokens.SEPARATORS);
    }
    for (Subgraph open : List.copyOf(unclosedSubgraphs)) {
      draft.unparsed(open.line(), open.name(), "is a subgraph without its end");
      closeSubgraph();
    }
    groups.replaceIn(draft);
    DrawnKinds.assign(draft, rhombuses);
    BoundTexts.addCounters(draft);
    if (draft.nodes.containsKey("__start__")) {
      draft.runLimit = Optional.of(RunLimit.LANGGRAPH);
      LangGraphIds.unescapeAll(draft);
    }
    return draft.build(GraphFormat.MERMAID);
  }

  private void readStatement() {
    int start = scanner.offset();
    int line = scanner.line();
    String word = scanner.take(MermaidTokens.ID);
    boolean isWithoutSteps =
        STATEMENT_WITHOUT_STEPS.matcher(word).matches() && !scanner.isNext(NODE_CONTINUED);
    if (word.equals("subgraph") && scanner.isNext(WORD_END)) {
      readSubgraphStart(line);
    } else if (word.equals("end") && scanner.accept(MermaidTokens.STATEMENT_END)) {
      if (!closeSubgraph()) {
        draft.unparsed(line, "end", "ends no subgraph");
      }
    } else if (isWithoutSteps && word.startsWith("accTitle")) {
      scanner.accept(MermaidTokens.REST_OF_LINE);
    } else if (isWithoutSteps) {
      rejectLinks(line, word + scanner.take(PROPERTIES));
    } else if (isLinkWithAttributes(word) && scanner.accept("@{")) {
      if (!scanner.accept(MermaidTokens.ATTRIBUTES)) {
        draft.unparsed(
            line, scanner.take(MermaidTokens.REST_OF_LINE).strip(), "has no closing brace");
      }
    } else if (word.equals("accDescr") || word.equals("accDescr:")) {
      scanner.accept(DESCRIPTION);
    } else {
      scanner.moveTo(start);
      if (!readLinkChain()) {
        scanner.moveTo(start);
        String rest = scanner.take(MermaidTokens.REST_OF_LINE);
        draft.unparsed(line, rest.strip(), "is not a known statement of a flowchart");
      }
    }
  }

  /** Whether a word is the name of a link: it is known, or its attributes animate it. */
  private boolean isLinkWithAttributes(String word) {
    return !word.isEmpty() && linkIds.contains(word)
        || !draft.nodes.containsKey(word) && scanner.isNext(LINK_ATTRIBUTES);
  }

  /** Reports a statement without steps that has a link outside of its quotes. */
  private void rejectLinks(int line, String statement) {
    String code = QUOTED_OR_COMMENT.matcher(statement).replaceAll("");
    if (LINK.matcher(code).find()) {
      draft.unparsed(line, statement.strip(), "has a link where none can be");
    }
  }

  private void readSubgraphStart(int line) {
    scanner.accept(MermaidTokens.BLANKS);
    String id = scanner.isNext(SUBGRAPH_ID) ? scanner.group("id") : "";
    String title = scanner.take(TITLE).strip();
    rejectLinks(line, title);
    String name = id.isEmpty() ? MermaidText.toPlainText(title) : id;
    unclosedSubgraphs.push(new Subgraph(name, line, new LinkedHashSet<>()));
  }

  /**
   * Ends the innermost subgraph, if any; a node is in the one that ends first, as Mermaid has it.
   */
  private boolean closeSubgraph() {
    Subgraph closed = unclosedSubgraphs.poll();
    if (closed == null) {
      return false;
    }
    closed.members().forEach(member -> groups.add(closed.name(), member));
    if (!closed.members().isEmpty()) {
      addToSubgraph(closed.name());
    }
    return true;
  }

  private void addToSubgraph(String id) {
    Subgraph innermost = unclosedSubgraphs.peek();
    if (innermost != null) {
      innermost.members().add(id);
    }
  }

  /** Reads linked nodes; false where it is something else. */
  private boolean readLinkChain() {
    List<String> from = readNodes();
    if (from.isEmpty()) {
      return false;
    }
    while (true) {
      if (scanner.accept(MermaidTokens.STATEMENT_END) && !scanner.accept(LINK_ON_LATER_LINE)) {
        return true;
      }
      scanner.accept(MermaidTokens.BLANKS);
      int line = scanner.line();
      int start = scanner.offset();
      Optional<MermaidLink> link = MermaidLink.read(scanner);
      String written = scanner.textSince(start).strip();
      scanner.accept(MermaidTokens.WHITE_SPACE);
      List<String> to = link.isEmpty() ? List.of() : readNodes();
      if (to.isEmpty()) {
        scanner.moveTo(start);
        draft.unparsed(
            line,
            scanner.take(MermaidTokens.REST_OF_LINE).strip(),
            "is not a known link to a node");
        return true;
      }
      linkIds.add(link.get().id());
      addEdges(from, to, link.get(), line, written);
      from = to;
    }
  }

  private void addEdges(
      List<String> from, List<String> to, MermaidLink link, int line, String written) {
    if (link.isHidden()) {
      return;
    }
    if (!link.hasForwardArrow() && !link.hasBackwardArrow()) {
      draft.unparsed(line, written, "has no arrow head: no edge is added");
    }
    EdgeKind kind = link.isChoice() ? EdgeKind.ROUTED : EdgeKind.FIXED;
    for (String one : from) {
      for (String other : to) {
        if (link.hasForwardArrow()) {
          draft.add(Edge.of(one, other, kind, link.label(), line));
        }
        if (link.hasBackwardArrow()) {
          draft.add(Edge.of(other, one, kind, link.label(), line));
        }
      }
    }
  }

  /** Reads nodes with {@code &} between; empty where there is none. */
  private List<String> readNodes() {
    List<String> nodes = new ArrayList<>();
    do {
      scanner.accept(MermaidTokens.BLANKS);
      int line = scanner.line();
      Optional<MermaidNode> node = MermaidNode.read(scanner);
      if (node.isEmpty()) {
        return List.of();
      }
      addNode(node.get(), line);
      nodes.add(node.get().id());
      scanner.accept(MermaidTokens.BLANKS);
    } while (scanner.accept("&"));
    return nodes;
  }

  private void addNode(MermaidNode node, int line) {
    String id = node.id();
    Node known = draft.nodes.get(id);
    if (node.isRhombus()) {
      rhombuses.add(id);
    }
    addToSubgraph(id);
    if (known == null || node.label().isPresent() && known.label().equals(id)) {
      String shownLabel = node.label().filter(label -> !label.isEmpty()).orElse(id);
      draft.add(Node.of(id, shownLabel, NodeKind.STEP, known == null ? line : known.line()));
    }
  }
}
