package dev.eddyline.graph.report;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.read.MachineScopes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The bound of an edge as lines of Amazon States Language, with the places of the names: the edge's
 * ends, the counter and its maximum.
 */
final class AslRemedy {

  /** The variable of a machine counts in the rule itself, so that no state can replace it. */
  private static final String RULE =
      "{\"Variable\": \"$%3$s\", \"NumericLessThan\": %4$d, \"Assign\": {\"%3$s.$\":"
          + " \"States.MathAdd($%3$s, 1)\"}, \"Next\": \"%2$s\"}";

  private static final String PART =
      "{\"And\": […, {\"Variable\": \"$%3$s\", \"NumericLessThan\": %4$d}], \"Assign\":"
          + " {\"%3$s.$\": \"States.MathAdd($%3$s, 1)\"}}";
  private static final String JSONATA_RULE =
      "{\"Condition\": \"{%% $%3$s < %4$d %%}\", \"Assign\": {\"%3$s\": \"{%% $%3$s + 1 %%}\"},"
          + " \"Next\": \"%2$s\"}";
  private static final String JSONATA_PART =
      "{\"Condition\": \"{%% (…) and $%3$s < %4$d %%}\", \"Assign\": {\"%3$s\": \"{%% $%3$s + 1"
          + " %%}\"}}";
  private static final String BEGIN =
      "; begin the machine%s with {\"Type\": \"Pass\", \"Assign\": {\"%%3$s\": 0}, \"Next\": …}";

  private final MachineScopes scopes;
  private final List<String> cycle;
  private final Optional<String> home;

  /**
   * The remedy of a cycle: what counts it is in the machine that has all of its states, in its body
   * or not.
   */
  AslRemedy(MachineScopes scopes, List<String> cycle) {
    this.scopes = scopes;
    this.cycle = cycle;
    this.home = scopes.home(cycle);
  }

  /** The edge of that machine on which the cycle leaves a state, or the body of a state. */
  Edge edge(Edge edge) {
    String from = scopes.stateIn(home, edge.from());
    if (from.equals(edge.from()) && scopes.isIn(home, edge.to())) {
      return edge;
    }
    int after = cycle.indexOf(edge.from()) + 1;
    return Stream.concat(cycle.stream().skip(after), cycle.stream())
        .filter(state -> scopes.isIn(home, state))
        .findFirst()
        .map(to -> edge.between(from, to).withKind(EdgeKind.FIXED))
        .orElse(edge);
  }

  /**
   * The template of such an edge.
   *
   * @param isFromChoice whether it leaves a choice
   */
  String template(Edge edge, boolean isFromChoice) {
    boolean isOfChoice = isFromChoice || edge.kind() == EdgeKind.DEFAULT;
    boolean isJsonata = isOfChoice ? scopes.jsonata().contains(edge.from()) : scopes.isJsonata();
    String rule = isJsonata ? JSONATA_RULE : RULE;
    String way =
        edge.kind() == EdgeKind.DEFAULT
            ? "a last choice " + rule + ", and a Default that ends"
            : isFromChoice
                ? "in the choice to %2$s: " + (isJsonata ? JSONATA_PART : PART)
                : "a Choice state%s with ".formatted(isBody(edge) ? " behind %1$s" : "")
                    + rule
                    + ", and a Default that ends";
    return way + BEGIN.formatted(home.map(body -> " in " + body.replace("%", "%%")).orElse(""));
  }

  private boolean isBody(Edge edge) {
    return scopes.around().containsValue(edge.from());
  }
}
