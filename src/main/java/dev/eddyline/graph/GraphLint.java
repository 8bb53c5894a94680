package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with a workflow's graph. Work is bounded: strongly connected parts are taken apart,
 * and cycles looked for only to tell them; of a very large graph fewer are told.
 */
public final class GraphLint {

  /** Edges above which remedies are not linted again, and are proposed for few findings only. */
  private static final int LARGE = 20_000;

  private static final int FEW = 2;

  private final Search search;
  private final List<GraphFinding> before;

  private GraphLint(WorkflowGraph graph) {
    this.search = searched(graph);
    this.before = findings(search);
  }

  /** The findings, endless ways round first, each with its remedies. */
  public static List<GraphFinding> check(WorkflowGraph graph) {
    return new GraphLint(graph).withRemedies();
  }

  /** The findings without remedies. */
  static List<GraphFinding> findings(WorkflowGraph graph) {
    return findings(searched(graph));
  }

  private static List<GraphFinding> findings(Search search) {
    return search.found().stream().map(Search.Found::finding).toList();
  }

  private static Search searched(WorkflowGraph graph) {
    Search search = new Search(graph);
    EndlessCycles.find(search);
    LateCounters.find(search);
    ExpensiveReruns.find(search);
    Exits.find(search);
    return search;
  }

  private List<GraphFinding> withRemedies() {
    List<GraphFinding> all = new ArrayList<>();
    boolean isLarge = search.indexed.whole.edges() > LARGE;
    for (Search.Found found : search.found()) {
      List<Remedy> remedies = isLarge && all.size() >= FEW ? List.of() : remedies(found, isLarge);
      GraphFinding bare = found.finding();
      all.add(
          new GraphFinding(
              bare.kind(), bare.cycle(), bare.change(), bare.line(), bare.reason(), remedies));
    }
    return all;
  }

  private List<Remedy> remedies(Search.Found found, boolean isLarge) {
    List<List<Remedy>> wanted = wanted(found);
    List<Remedy> remedies = new ArrayList<>();
    for (List<Remedy> choices : wanted) {
      best(found.finding(), choices, isLarge).ifPresent(remedies::add);
    }
    List<Remedy> told = new ArrayList<>();
    for (Remedy remedy : remedies) {
      told.add(
          new Remedy(
              remedy.kind(), told.isEmpty(), remedy.change(), remedy.price(), remedy.graph()));
    }
    return told;
  }

  private List<List<Remedy>> wanted(Search.Found found) {
    return switch (found.finding().kind()) {
      case NO_WAY_OUT -> List.of(List.of(new ExitRemedies(search, found).wayOut()));
      case NO_DEFAULT -> List.of(List.of(new ExitRemedies(search, found).defaultEdge()));
      default -> {
        RetryRemedies retry = new RetryRemedies(search, found);
        yield List.of(
            retry.all(RemedyKind.CONDITIONAL_EDGE),
            retry.all(RemedyKind.FIX_NODE),
            retry.all(RemedyKind.DIRECT_LOOP));
      }
    };
  }

  /** The first choice that cures and makes nothing new endless; else the first that cures. */
  private Optional<Remedy> best(GraphFinding finding, List<Remedy> choices, boolean isLarge) {
    if (isLarge) {
      return choices.stream().reduce((first, second) -> second);
    }
    Remedy cure = null;
    for (Remedy choice : choices) {
      List<GraphFinding> after = findings(choice.graph());
      if (after.stream().noneMatch(finding::isSameAs)) {
        if (after.stream().noneMatch(this::isNewlyEndless)) {
          return Optional.of(choice);
        }
        cure = cure == null ? choice : cure;
      }
    }
    return Optional.ofNullable(cure);
  }

  private boolean isNewlyEndless(GraphFinding after) {
    return after.kind().isEndless() && before.stream().noneMatch(after::isSameAs);
  }
}
