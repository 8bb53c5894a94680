package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses Mermaid state diagrams: transitions, composite states with regions, choices, forks and
 * joins. A transition into a composite state leads to its start; one out of it comes from its end
 * or, without an end, from the states in it that have no transition of their own.
 */
final class MermaidStateParser {

  /** Start or end of the diagram, or of a composite state. */
  private static final String PSEUDO = "[*]";

  /** Maximum length of a note or directive, in lines. */
  private static final int MAX_LINES_OF_BLOCK = 1_000;

  private static final String ID = "(?:\\[\\*\\]|[^\\s:{}\"<>-](?:[^\\s:{}\"<>-]|-(?!->|-))*+)";
  private static final String STYLED_ID = "(%s)(?::::[\\w-]+)?".formatted(ID);

  private static final Pattern TRANSITION =
      Pattern.compile("%1$s\\s*+-->\\s*+%1$s\\s*+(?::\\s*+(.*))?".formatted(STYLED_ID));

  private static final Pattern DESCRIPTION = Pattern.compile("(%s)\\s*+:\\s*+(.+)".formatted(ID));
  private static final Pattern BARE = Pattern.compile(STYLED_ID);

  private static final Pattern STATE =
      Pattern.compile(
          "state\\s++(?:\"([^\"]*)\"\\s++as\\s++)?(%s|\"[^\"]+\")\\s*+(?:(?:<<|\\[\\[)(\\w+)(?:>>|\\]\\]))?+\\s*+(\\{)?"
              .formatted(ID));

  private static final Pattern NOTE =
      Pattern.compile("note\\s+(?:left|right)\\s+of\\s+[^:]*(:.*)?");

  private static final Pattern WITHOUT_STEPS =
      Pattern.compile(
          "(?:direction|classDef|class|style|hide|scale|accTitle|accDescr|click|title)(?:[\\s:].*)?|--");

  private static final Pattern STYLE_WITH_TRANSITION =
      Pattern.compile("^(?:direction|classDef|class|style)\\b[^\"]*-->");

  private final GraphBuilder draft;
  private final String[] lines;
  private final int firstLine;
  private final Deque<String> composites = new ArrayDeque<>();
  private final MermaidGroups groups = new MermaidGroups(true);

  /**
   * A parser of a diagram.
   *
   * @param firstLine the line of the file at which the text begins
   */
  MermaidStateParser(String place, String text, int firstLine, GraphSizeLimit limit) {
    this.draft = new GraphBuilder(place, limit);
    this.lines = text.split("\n", -1);
    this.firstLine = firstLine;
  }

  ParsedGraph read() {
    int at = 0;
    while (at < lines.length && !lines[at].strip().startsWith("stateDiagram")) {
      at++;
    }
    for (at++; at < lines.length; at++) {
      String line = withoutComment(lines[at]);
      if (line.startsWith("%%{")) {
        at = endOf(at, "is a directive without its end", each -> each.contains("}%%"));
      } else if (NOTE.matcher(line).matches() && !line.contains(":")) {
        at = endOf(at, "is a note without end note", each -> each.strip().equals("end note"));
      } else if (!line.isEmpty()) {
        readStatement(line, firstLine + at);
      }
    }
    if (!composites.isEmpty()) {
      draft.unparsed(firstLine + lines.length - 1, composites.peek(), "is a state without its }");
    }
    groups.replaceIn(draft);
    BoundTexts.addCounters(draft);
    draft.isStateDiagram = true;
    return draft.build(GraphFormat.MERMAID);
  }

  private static String withoutComment(String line) {
    String bare = line.strip();
    int comment = bare.startsWith("%%{") ? -1 : bare.indexOf("%%");
    String code = comment < 0 ? bare : bare.substring(0, comment).strip();
    return code.endsWith(";") ? code.substring(0, code.length() - 1).strip() : code;
  }

  /** The line that ends a block; the same line, with a report, if none does. */
  private int endOf(int from, String problem, Predicate<String> isEnd) {
    for (int at = from; at < Math.min(lines.length, from + MAX_LINES_OF_BLOCK); at++) {
      if (isEnd.test(lines[at])) {
        return at;
      }
    }
    draft.unparsed(firstLine + from, lines[from].strip(), problem);
    return from;
  }

  private void readStatement(String line, int number) {
    Matcher transition = TRANSITION.matcher(line);
    Matcher state = STATE.matcher(line);
    Matcher bare = BARE.matcher(line);
    Matcher description = DESCRIPTION.matcher(line);
    if (transition.matches()) {
      String text = transition.group(3) == null ? "" : MermaidText.toPlainText(transition.group(3));
      EdgeKind kind = text.isEmpty() ? EdgeKind.FIXED : EdgeKind.ROUTED;
      String from = addState(transition.group(1), true, number);
      String to = addState(transition.group(2), false, number);
      draft.add(Edge.of(from, to, kind, text, number));
    } else if (NOTE.matcher(line).matches() || WITHOUT_STEPS.matcher(line).matches()) {
      if (STYLE_WITH_TRANSITION.matcher(line).find()) {
        draft.unparsed(number, line, "has a transition where none can be");
      }
    } else if (line.equals("}")) {
      if (composites.poll() == null) {
        draft.unparsed(number, line, "ends no state");
      }
    } else if (state.matches()) {
      addDeclaredState(state, number);
    } else if (bare.matches()) {
      addState(bare.group(1), true, number);
    } else if (description.matches()) {
      String id = addState(description.group(1), true, number);
      draft.label(id, MermaidText.toPlainText(description.group(2)));
    } else {
      draft.unparsed(number, line, "is not a known statement of a state diagram");
    }
  }

  private void addDeclaredState(Matcher state, int number) {
    String id = addState(state.group(2).replace("\"", ""), true, number);
    if (state.group(1) != null) {
      draft.label(id, MermaidText.toPlainText(state.group(1)));
    }
    if (state.group(3) != null) {
      draft.nodes.computeIfPresent(
          id, (same, known) -> Node.of(id, known.label(), NodeKind.ROUTE, known.line()));
    }
    if (state.group(4) != null) {
      composites.push(id);
    }
  }

  /** Adds a state, if it is new, and returns its id; start and end differ by their place. */
  private String addState(String written, boolean isLeft, int line) {
    String composite = composites.peek();
    String id = written;
    NodeKind kind = NodeKind.STEP;
    String label = written;
    if (written.equals(PSEUDO)) {
      label = isLeft ? "start" : "end";
      id = MermaidGroups.pseudoState(composite, isLeft);
      kind = composite != null ? NodeKind.ROUTE : isLeft ? NodeKind.START : NodeKind.END;
    }
    if (!draft.nodes.containsKey(id)) {
      draft.add(Node.of(id, label, kind, line));
      if (kind == NodeKind.START) {
        draft.entries.add(id);
      }
      if (composite != null) {
        groups.add(composite, id);
      }
    }
    return id;
  }
}
