package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Lints a workflow's graph. The work is bounded: it decomposes strongly connected components, and
 * searches for single cycles only to report them. Of a very large graph it reports fewer.
 */
public final class GraphLint {

  /** The work limit of the search for findings. */
  private static final long SEEK = 200_000_000;

  /** The work limit of all remedies, each linted again. */
  private static final long MEND = 100_000_000;

  /** Findings that get remedies after the limit is reached; these are not linted again. */
  private static final int FEW = 1;

  /** How often linting the remedies of one finding passes over the graph, at most. */
  private static final int ONE = 3;

  private static final String REMEDIES = "remedies";
  private static final String NO_REMEDY =
      " No remedy was computed: the remedies of earlier findings reached the work limit of a check.";

  private final Search search;
  private final List<GraphFinding> before;
  private final Work mend;

  private GraphLint(WorkflowGraph graph) {
    this.search = searched(graph, new Work(SEEK), kind -> true);
    this.before = findings(search);
    // if the limit is too small for the remedies of one finding, none are linted
    this.mend = new Work(search.work.spent() <= MEND / ONE ? MEND : 0);
  }

  /** Lints the graph; each finding has its remedies. */
  public static GraphCheck of(WorkflowGraph graph) {
    GraphLint lint = new GraphLint(graph);
    return new GraphCheck(lint.withRemedies(), lint.search.work.notSought());
  }

  /** The findings, unbounded cycles first, each with its remedies. */
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

  /** Searches for unbounded cycles, and for the other kinds that are wanted. */
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
   * The first choice that removes the finding without a new unbounded cycle; otherwise the first
   * that removes it. If the work limit is reached, the last choice, which has its own counter.
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
