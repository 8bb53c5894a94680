package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  static final String PSEUDO = "[*]";

  private static final String ID = "(?:\\[\\*\\]|[^\\s:{}\"<>-](?:[^\\s:{}\"<>-]|-(?!->|-))*+)";

  private static final Pattern TRANSITION =
      Pattern.compile(
          "(%1$s)(?::::[\\w-]+)?\\s*-->\\s*(%1$s)(?::::[\\w-]+)?\\s*(?::\\s*(.*))?".formatted(ID));

  private static final Pattern DESCRIPTION = Pattern.compile("(%s)\\s*:\\s*(.+)".formatted(ID));
  private static final Pattern BARE = Pattern.compile("(%s)(?::::[\\w-]+)?".formatted(ID));

  private static final Pattern STATE =
      Pattern.compile(
          "state\\s+(?:\"([^\"]*)\"\\s+as\\s+)?(%s|\"[^\"]+\")\\s*(?:(?:<<|\\[\\[)(\\w+)(?:>>|\\]\\]))?\\s*(\\{)?"
              .formatted(ID));

  private static final Pattern NOTE =
      Pattern.compile("note\\s+(?:left|right)\\s+of\\s+[^:]*(:.*)?");

  private static final Pattern IGNORED =
      Pattern.compile(
          "(?:direction|classDef|class|style|hide|scale|accTitle|accDescr|click|title)(?:[\\s:].*)?");

  private static final Pattern STYLE_WITH_TRANSITION =
      Pattern.compile("^(?:direction|classDef|class|style)\\b[^\"]*-->");

  private final GraphBuilder draft;
  private final String[] lines;
  private final int firstLine;
  private final Deque<String> composites = new ArrayDeque<>();
  private final Map<String, Set<String>> statesByComposite = new LinkedHashMap<>();
  private final List<Edge> written = new ArrayList<>();

  private MermaidStateParser(String place, String text, int firstLine, GraphSizeLimit limit) {
    draft = new GraphBuilder(place, limit);
    lines = text.split("\n", -1);
    this.firstLine = firstLine;
  }

  /**
   * Parses the diagram.
   *
   * @param firstLine the line of the file at which the text begins
   */
  static ParsedGraph read(String place, String text, int firstLine, GraphSizeLimit limit) {
    return new MermaidStateParser(place, text, firstLine, limit).read();
  }

  private ParsedGraph read() {
    int begin = beginning();
    for (int at = begin; at < lines.length; at++) {
      String line = withoutComment(lines[at]);
      if (NOTE.matcher(line).matches() && !line.contains(":")) {
        at = endOfNote(at);
      } else if (line.startsWith("%%{")) {
        at = endOfDirective(at);
      } else if (!line.isEmpty()) {
        readStatement(line, firstLine + at);
      }
    }
    if (!composites.isEmpty()) {
      draft.unparsed(firstLine + lines.length - 1, composites.peek(), "is a state without its }");
    }
    connectComposites();
    BoundTexts.addCounters(draft);
    draft.isStateDiagram = true;
    return draft.build(GraphFormat.MERMAID);
  }

  /** The first line behind that with the word stateDiagram. */
  private int beginning() {
    int at = 0;
    while (at < lines.length && !lines[at].strip().startsWith("stateDiagram")) {
      at++;
    }
    return at + 1;
  }

  private static String withoutComment(String line) {
    String bare = line.strip();
    int comment = bare.startsWith("%%{") ? -1 : bare.indexOf("%%");
    String code = comment < 0 ? bare : bare.substring(0, comment).strip();
    return code.endsWith(";") ? code.substring(0, code.length() - 1).strip() : code;
  }

  private int endOfNote(int from) {
    return endOf(from, "is a note without end note", line -> line.strip().equals("end note"));
  }

  private int endOfDirective(int from) {
    return endOf(from, "is a directive without its end", line -> line.contains("}%%"));
  }

  /** The line that ends a block; the same line, with a report, if none does. */
  private int endOf(int from, String problem, Predicate<String> isEnd) {
    for (int at = from; at < lines.length; at++) {
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
    Matcher description = DESCRIPTION.matcher(line);
    if (!transition.matches()
        && (NOTE.matcher(line).matches() || IGNORED.matcher(line).matches() || line.equals("--"))) {
      if (STYLE_WITH_TRANSITION.matcher(line).find()) {
        draft.unparsed(number, line, "has a transition where none can be");
      }
      return;
    }
    if (line.equals("}")) {
      if (composites.poll() == null) {
        draft.unparsed(number, line, "ends no state");
      }
    } else if (transition.matches()) {
      String text = transition.group(3) == null ? "" : MermaidText.toPlainText(transition.group(3));
      EdgeKind kind = text.isEmpty() ? EdgeKind.FIXED : EdgeKind.ROUTED;
      String from = node(transition.group(1), true, number);
      String to = node(transition.group(2), false, number);
      written.add(Edge.of(from, to, kind, text, number));
    } else if (state.matches()) {
      readState(state, number);
    } else if (BARE.matcher(line).matches()) {
      node(line.replaceAll(":::[\\w-]+$", ""), true, number);
    } else if (description.matches()) {
      label(node(description.group(1), true, number), description.group(2));
    } else {
      draft.unparsed(number, line, "is not a known statement of a state diagram");
    }
  }

  private void readState(Matcher state, int number) {
    String id = node(unquoted(state.group(2)), true, number);
    if (state.group(1) != null) {
      label(id, state.group(1));
    }
    if (state.group(3) != null) {
      draft.nodes.computeIfPresent(
          id, (same, known) -> Node.of(id, known.label(), NodeKind.ROUTE, known.line()));
    }
    if (state.group(4) != null) {
      composites.push(id);
      statesByComposite.computeIfAbsent(id, unseen -> new LinkedHashSet<>());
    }
  }

  private static String unquoted(String id) {
    return id.startsWith("\"") ? id.substring(1, id.length() - 1) : id;
  }

  private void label(String id, String text) {
    String label = MermaidText.toPlainText(text);
    draft.nodes.computeIfPresent(
        id, (same, known) -> Node.of(id, label, known.kind(), known.line()));
  }

  /** The id of a state, which is added if it is new; start and end differ by their place. */
  private String node(String written, boolean isLeft, int line) {
    String composite = composites.peek();
    String id = written;
    NodeKind kind = NodeKind.STEP;
    String label = written;
    if (written.equals(PSEUDO)) {
      label = isLeft ? "start" : "end";
      id = MermaidCompositeStates.pseudoState(composite, isLeft);
      kind = composite != null ? NodeKind.ROUTE : isLeft ? NodeKind.START : NodeKind.END;
    }
    if (!draft.nodes.containsKey(id)) {
      draft.add(Node.of(id, label, kind, line));
      if (composite == null && kind == NodeKind.START) {
        draft.entries.add(id);
      }
      if (composite != null) {
        statesIn(composite).add(id);
      }
    }
    return id;
  }

  private Set<String> statesIn(String composite) {
    return statesByComposite.computeIfAbsent(composite, unseen -> new LinkedHashSet<>());
  }

  /** Replaces the composite states in transitions by the states in them, innermost first. */
  private void connectComposites() {
    MermaidCompositeStates composites = new MermaidCompositeStates(statesByComposite, written);
    for (Edge edge : written) {
      for (String from : composites.exits(edge.from())) {
        for (String to : composites.entries(edge.to())) {
          draft.add(Edge.of(from, to, edge.kind(), edge.condition(), edge.line()));
        }
      }
    }
    statesByComposite.forEach(
        (composite, states) -> {
          if (!states.isEmpty()) {
            draft.nodes.remove(composite);
          }
        });
  }
}
