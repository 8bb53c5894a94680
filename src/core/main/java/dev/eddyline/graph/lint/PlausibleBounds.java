package dev.eddyline.graph.lint;

import static java.util.function.Predicate.not;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.BoundWords;
import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.GraphWriter;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What looks like a bound of an edge without a counter: its text, the text of another edge that is
 * taken in its place at last, or that a run waits where it leads.
 */
final class PlausibleBounds {

  /** The maximum in an example of bounds, where the text has none. */
  private static final int EXAMPLE_MAX = 3;

  /** A text about calls of tools. */
  private static final Pattern TOOL_CALL =
      Pattern.compile(
          "\\b(?:tool|function)[\\s_-]?(?:calls?|use)\\b|\\b(?:call|use)s?\\s(?:a\\s|the\\s)?tools?\\b",
          Pattern.CASE_INSENSITIVE);

  /** Says that there is no call, or that one failed. */
  private static final Pattern NO_CALL =
      Pattern.compile(
          "\\b(?:no|not|without|fail\\w*|error|retry)\\b|!|=\\s*\\[\\s*]",
          Pattern.CASE_INSENSITIVE);

  /** A word in the name of a node in which a model decides. */
  private static final Pattern AGENT =
      Pattern.compile(
          "(?<!\\p{L})(?:agents?|llm|model|assistant|(?:chat)?bot|chat|gpt|claude|gemini|oracle|supervisor)(?!\\p{L})",
          Pattern.CASE_INSENSITIVE);

  /** The name of a node that runs the tools of an agent. */
  private static final Pattern TOOLS =
      Pattern.compile(
          "(?:(?:call|run|use|execute|invoke)[\\s_-]*)?tools?(?:[\\s_-]*(?:node|box|calls?|executor|execution))?",
          Pattern.CASE_INSENSITIVE);

  private final LintContext context;

  /**
   * What looks like a bound and is not proven.
   *
   * @param reason what it is, without the full stop
   * @param entry the entry of the lint file that proves it
   */
  record Unproven(String reason, String entry) {}

  /** By node, the edges whose text says that they are taken at last. */
  private final Map<String, List<Edge>> exitsAtBound = new HashMap<>();

  /** By node, whether one of its edges says that there is no call of a tool. */
  private final Map<String, Boolean> askingForCalls = new HashMap<>();

  PlausibleBounds(LintContext context) {
    this.context = context;
  }

  /** Whether anything looks like a bound of an edge. */
  boolean isBounded(Edge edge) {
    return describe(edge, edge).isPresent();
  }

  /**
   * What looks like a bound of an edge, with the entry of the lint file that would prove it.
   *
   * @param last the edge that closes the cycle of the edge
   */
  Optional<Unproven> describe(Edge edge, Edge last) {
    return describeStated(edge).or(() -> describeWait(edge, last));
  }

  /** The same for a bound that a text states. */
  Optional<Unproven> describeStated(Edge edge) {
    return edge.counter().isPresent()
        ? Optional.empty()
        : context
            .boundIn(edge.condition())
            .filter(BoundText::isOnEdge)
            .map(bound -> describeText(edge.condition(), bound, edge))
            .or(() -> describeExit(edge))
            .or(() -> describeQuestion(edge));
  }

  /**
   * Whether an agent calls its tools by this edge: its text says so, or that of another edge from
   * its node that there is no call, or it leads from an agent to its tools and they lead back. An
   * agent decides itself when it needs no more tools.
   */
  boolean isToolCall(Edge edge) {
    String text = edge.condition();
    boolean isOther = NO_CALL.matcher(text).find();
    return TOOL_CALL.matcher(text).find()
        ? !isOther
        : !isOther && asksForCalls(edge.from()) || leadsToToolsAndBack(edge);
  }

  private boolean asksForCalls(String node) {
    return askingForCalls.computeIfAbsent(
        node,
        it ->
            context.graph().outgoingEdgesOf(it).stream()
                .map(Edge::condition)
                .anyMatch(text -> TOOL_CALL.matcher(text).find() && NO_CALL.matcher(text).find()));
  }

  private boolean leadsToToolsAndBack(Edge edge) {
    return isTools(edge.to())
        && AGENT.matcher(BoundWords.spaced(context.names.nameOf(edge.from()))).find()
        && context.graph().outgoingEdgesOf(edge.to()).stream()
            .allMatch(back -> back.to().equals(edge.from()));
  }

  private boolean isTools(String id) {
    return TOOLS.matcher(context.digraph.node(id).label()).matches() || TOOLS.matcher(id).matches();
  }

  /** The label of a choice may ask for the bound. */
  private Optional<Unproven> describeQuestion(Edge edge) {
    Node choice = context.digraph.node(edge.from());
    return choice.kind() == NodeKind.ROUTE
        ? context.boundIn(choice.label()).map(bound -> describeText(choice.label(), bound, edge))
        : Optional.empty();
  }

  private List<Edge> exitsAtBound(String node) {
    return exitsAtBound.computeIfAbsent(
        node,
        it ->
            context.graph().outgoingEdgesOf(it).stream()
                .filter(edge -> edge.counter().isEmpty())
                .filter(
                    edge ->
                        context
                            .boundIn(edge.condition())
                            .filter(not(BoundText::isOnEdge))
                            .isPresent())
                .toList());
  }

  private Optional<Unproven> describeExit(Edge edge) {
    return exitsAtBound(edge.from()).stream()
        .filter(exit -> !exit.to().equals(edge.to()))
        .map(Edge::condition)
        .map(text -> describeText(text, context.boundIn(text).orElseThrow(), edge))
        .findFirst();
  }

  private Unproven describeText(String text, BoundText bound, Edge edge) {
    return unproven(
        "The text '%s' looks like a bound of this cycle, but the file does not say what counts. If it is one,"
            .formatted(text),
        bound.counter(),
        bound.max(),
        edge);
  }

  private Optional<Unproven> describeWait(Edge edge, Edge last) {
    String text =
        "Each round waits at %s for a time, a message or a person, but the file does not say how"
            + " often. If there is a limit,";
    return context.digraph.node(edge.to()).waits() && edge.counter().isEmpty()
        ? Optional.of(
            unproven(
                text.formatted(context.names.nameOf(edge.to())),
                "rounds",
                GraphCounter.UNKNOWN_MAX,
                last))
        : Optional.empty();
  }

  private Unproven unproven(String reason, String counter, int max, Edge edge) {
    boolean isKnown = max != GraphCounter.UNKNOWN_MAX;
    return new Unproven(
        "%s add the last line to bounds in %s%s"
            .formatted(
                reason,
                LintFile.NAME,
                isKnown ? "" : ", with its maximum in place of %d".formatted(EXAMPLE_MAX)),
        "- {graph: %s, counters: {%s: {max: %d}}, edges: [{from: %s, to: %s, counter: %s}]}"
            .formatted(
                GraphWriter.quoted(GraphPattern.plain(context.workflow().name())),
                GraphWriter.quoted(counter),
                isKnown ? max : EXAMPLE_MAX,
                GraphWriter.quoted(written(edge.from())),
                GraphWriter.quoted(written(edge.to())),
                GraphWriter.quoted(counter)));
  }

  /** How a bounds entry names a node: by its name, or by its id where several have the name. */
  private String written(String id) {
    String name = context.names.nameOf(id);
    return name.equals(context.digraph.node(id).label()) ? name : id;
  }
}
