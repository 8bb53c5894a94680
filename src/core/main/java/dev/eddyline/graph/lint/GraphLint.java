package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.read.ParsedGraph;
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
  private static final long CHECK_BUDGET_EDGES = 200_000_000;

  /** The work limit of all remedies, each linted again. */
  private static final long REMEDY_BUDGET_EDGES = 100_000_000;

  /** Findings that get remedies after the limit is reached; these are not linted again. */
  private static final int MIN_FINDINGS_WITH_REMEDIES = 1;

  /** How often linting the remedies of one finding passes over the graph, at most. */
  private static final int MAX_LINT_PASSES_PER_FINDING = 3;

  private static final String REMEDIES = "remedies";
  private static final String NO_REMEDY =
      " No remedy was computed: the remedies of earlier findings reached the work limit of a"
          + " check.";

  private final LintContext context;
  private final List<GraphFinding> findingsOfOriginalGraph;
  private final LintBudget remedyBudget;

  private GraphLint(WorkflowGraph graph) {
    this.context = runChecks(graph, new LintBudget(CHECK_BUDGET_EDGES), kind -> true);
    this.findingsOfOriginalGraph = findings(context);
    // if the limit is too small for the remedies of one finding, none are linted
    this.remedyBudget =
        new LintBudget(
            context.budget.spent() <= REMEDY_BUDGET_EDGES / MAX_LINT_PASSES_PER_FINDING
                ? REMEDY_BUDGET_EDGES
                : 0);
  }

  /** Lints the graph of a file; what is said of it has the names of nodes in place of their ids. */
  public static LintResult lint(ParsedGraph parsed) {
    NodeNames names = NodeNames.of(parsed);
    LintResult named = lint(names.named(parsed.graph()));
    return new LintResult(
        named.findings().stream().map(names::withIds).toList(), named.incompleteChecks());
  }

  /** Lints the graph; each finding has its remedies. */
  public static LintResult lint(WorkflowGraph graph) {
    GraphLint lint = new GraphLint(graph);
    return new LintResult(lint.withRemedies(), lint.context.budget.incompleteChecks());
  }

  /** The findings, unbounded cycles first, each with its remedies. */
  public static List<GraphFinding> lintFindings(WorkflowGraph graph) {
    return lint(graph).findings();
  }

  /** The findings without remedies. */
  static List<GraphFinding> findings(WorkflowGraph graph) {
    return findings(runChecks(graph, new LintBudget(CHECK_BUDGET_EDGES), kind -> true));
  }

  private static List<GraphFinding> findings(LintContext context) {
    return context.findings().stream().map(LintContext.FindingWithWalk::finding).toList();
  }

  /** Searches for unbounded cycles, and for the other kinds that are wanted. */
  private static LintContext runChecks(
      WorkflowGraph graph, LintBudget budget, Predicate<FindingKind> kinds) {
    LintContext context = new LintContext(graph, budget);
    budget.reserveForLaterChecks(0.5);
    UnboundedCycleCheck.find(context);
    if (kinds.test(FindingKind.COUNTER_TOO_LATE)) {
      budget.reserveForLaterChecks(0.5);
      LateCounterCheck.find(context);
    }
    budget.reserveForLaterChecks(0);
    if (kinds.test(FindingKind.EXPENSIVE_RERUN)) {
      ExpensiveRerunCheck.find(context);
    }
    if (kinds.test(FindingKind.UNREACHED)) {
      EntryCheck.find(context);
    }
    if (kinds.test(FindingKind.NO_WAY_OUT) || kinds.test(FindingKind.NO_DEFAULT)) {
      ExitCheck.find(context);
    }
    return context;
  }

  private List<GraphFinding> withRemedies() {
    List<GraphFinding> all = new ArrayList<>();
    for (LintContext.FindingWithWalk found : context.findings()) {
      GraphFinding finding = found.finding();
      boolean hasRemedies =
          remedyBudget.hasWorkLeftForCheck(REMEDIES) || all.size() < MIN_FINDINGS_WITH_REMEDIES;
      all.add(
          new GraphFinding(
              finding.kind(),
              finding.cycle(),
              finding.edgesToChange(),
              finding.line(),
              finding.column(),
              hasRemedies ? finding.reason() : finding.reason() + NO_REMEDY,
              hasRemedies ? remedies(found) : List.of()));
    }
    return all;
  }

  private List<LintRemedy> remedies(LintContext.FindingWithWalk found) {
    List<LintRemedy> remedies = new ArrayList<>();
    for (List<LintRemedy> choices : candidateRemedyGroups(found)) {
      remedyBudget.spend(choices.size() * 2L * LintBudget.COST_PER_ELEMENT * context.size());
      selectBestRemedy(found.finding(), choices)
          .ifPresent(remedy -> remedies.add(remedy.recommended(remedies.isEmpty())));
    }
    return remedies;
  }

  private List<List<LintRemedy>> candidateRemedyGroups(LintContext.FindingWithWalk found) {
    return switch (found.finding().kind()) {
      case NO_WAY_OUT -> List.of(List.of(new ExitRemedies(context, found).buildExitEdgeRemedy()));
      case UNREACHED, UNPROVEN_BOUND -> List.of();
      case NO_DEFAULT ->
          List.of(List.of(new ExitRemedies(context, found).buildDefaultEdgeRemedy()));
      default -> {
        RetryRemedies retry = new RetryRemedies(context, found);
        yield List.of(
            retry.buildRemediesOfKind(LintRemedyKind.CONDITIONAL_EDGE),
            retry.buildRemediesOfKind(LintRemedyKind.FIX_NODE),
            retry.buildRemediesOfKind(LintRemedyKind.DIRECT_LOOP));
      }
    };
  }

  /**
   * The first choice that removes the finding without a new unbounded cycle; otherwise the first
   * that removes it. If the work limit is reached, the last choice, which has its own counter.
   */
  private Optional<LintRemedy> selectBestRemedy(GraphFinding finding, List<LintRemedy> choices) {
    LintRemedy cure = null;
    for (LintRemedy choice : choices) {
      List<GraphFinding> after =
          remedyBudget.hasWorkLeftForCheck(REMEDIES)
              ? lintRemedyGraph(choice, finding.kind())
              : List.of();
      if (!remedyBudget.incompleteChecks().isEmpty()) {
        return Optional.of(cure == null ? choices.get(choices.size() - 1) : cure);
      }
      if (after.stream().noneMatch(finding::hasSameKindAndCycle)) {
        if (after.stream().noneMatch(this::isNewUnboundedCycle)) {
          return Optional.of(choice.markedAsLinted());
        }
        cure = cure == null ? choice.markedAsLinted() : cure;
      }
    }
    return Optional.ofNullable(cure);
  }

  private List<GraphFinding> lintRemedyGraph(LintRemedy remedy, FindingKind kind) {
    return findings(runChecks(remedy.graph(), remedyBudget, kind::equals));
  }

  private boolean isNewUnboundedCycle(GraphFinding after) {
    return after.kind().isUnboundedCycle()
        && findingsOfOriginalGraph.stream().noneMatch(after::hasSameKindAndCycle);
  }
}
