package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is wrong with a workflow's graph. Work is bounded: strongly connected parts are taken apart,
 * and cycles looked for only to tell them; of a very large graph fewer are told.
 */
public final class GraphLint {

  /** The work that the search for findings may take. */
  private static final long SEEK = 200_000_000;

  /** The work that the remedies of all findings, each linted again, may take. */
  private static final long MEND = 100_000_000;

  /** Findings that have remedies though that work is spent: not linted again. */
  private static final int FEW = 1;

  /** What linting the remedies of one finding again takes, at the most, in looks at the graph. */
  private static final int ONE = 3;

  private static final String REMEDIES = "remedies";
  private static final String NO_REMEDY =
      " No remedy was worked out: those of the findings before took all the work that a check may take.";

  private final Search search;
  private final List<GraphFinding> before;
  private final Work mend;

  private GraphLint(WorkflowGraph graph) {
    this.search = searched(graph, new Work(SEEK), kind -> true);
    this.before = findings(search);
    // where not even one finding's remedies could be linted again, none is begun
    this.mend = new Work(search.work.spent() <= MEND / ONE ? MEND : 0);
  }

  /** What is wrong with the graph, each finding with its remedies. */
  public static GraphCheck of(WorkflowGraph graph) {
    GraphLint lint = new GraphLint(graph);
    return new GraphCheck(lint.withRemedies(), lint.search.work.notSought());
  }

  /** The findings, endless ways round first, each with its remedies. */
  public static List<GraphFinding> check(WorkflowGraph graph) {
    return of(graph).findings();
  }

  /** The findings without remedies. */
  static List<GraphFinding> findings(WorkflowGraph graph) {
    return findings(searched(graph, new Work(SEEK), kind -> true));
  }

  private static List<GraphFinding> findings(Search search) {
    return search.found().stream().map(Search.Found::finding).toList();
  }

  /** Endless ways round, and of the other findings those that are wanted. */
  private static Search searched(WorkflowGraph graph, Work work, Predicate<FindingKind> wanted) {
    Search search = new Search(graph, work);
    work.keep(0.5);
    EndlessCycles.find(search);
    if (wanted.test(FindingKind.COUNTER_TOO_LATE)) {
      work.keep(0.5);
      LateCounters.find(search);
    }
    work.keep(0);
    if (wanted.test(FindingKind.EXPENSIVE_RERUN)) {
      ExpensiveReruns.find(search);
    }
    if (wanted.test(FindingKind.NO_WAY_OUT) || wanted.test(FindingKind.NO_DEFAULT)) {
      Exits.find(search);
    }
    return search;
  }

  private List<GraphFinding> withRemedies() {
    List<GraphFinding> all = new ArrayList<>();
    for (Search.Found found : search.found()) {
      GraphFinding bare = found.finding();
      boolean isMended = mend.allows(REMEDIES) || all.size() < FEW;
      all.add(
          new GraphFinding(
              bare.kind(),
              bare.cycle(),
              bare.change(),
              bare.line(),
              isMended ? bare.reason() : bare.reason() + NO_REMEDY,
              isMended ? remedies(found) : List.of()));
    }
    return all;
  }

  private List<Remedy> remedies(Search.Found found) {
    List<Remedy> told = new ArrayList<>();
    for (List<Remedy> choices : wanted(found)) {
      mend.spend(choices.size() * 2L * Work.HANDLED * search.size());
      best(found.finding(), choices)
          .ifPresent(remedy -> told.add(remedy.recommended(told.isEmpty())));
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

  /**
   * The first choice that cures and makes nothing new endless; else the first that cures. Where
   * there is no work left to lint them again, the last, which has a counter of its own.
   */
  private Optional<Remedy> best(GraphFinding finding, List<Remedy> choices) {
    Remedy cure = null;
    for (Remedy choice : choices) {
      List<GraphFinding> after = mend.allows(REMEDIES) ? again(choice, finding.kind()) : List.of();
      if (!mend.notSought().isEmpty()) {
        return Optional.of(cure == null ? choices.get(choices.size() - 1) : cure);
      }
      if (after.stream().noneMatch(finding::isSameAs)) {
        if (after.stream().noneMatch(this::isNewlyEndless)) {
          return Optional.of(choice.linted());
        }
        cure = cure == null ? choice.linted() : cure;
      }
    }
    return Optional.ofNullable(cure);
  }

  private List<GraphFinding> again(Remedy remedy, FindingKind kind) {
    return findings(searched(remedy.graph(), mend, kind::equals));
  }

  private boolean isNewlyEndless(GraphFinding after) {
    return after.kind().isEndless() && before.stream().noneMatch(after::isSameAs);
  }
}
