package dev.eddyline.graph.lint;

import dev.eddyline.graph.model.BoundText;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.read.ParsedGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Lints a workflow's graph. The work is bounded: it decomposes strongly connected components, and
 * searches for single cycles only to report them.
 */
public final class GraphLint {

  private static final String NO_REMEDY =
      " No remedy was computed: the remedies of earlier findings reached the work limit of a"
          + " check.";

  /** What can only be said of a graph that was understood as a whole. */
  private static final Set<FindingKind> OF_WHOLE_GRAPHS =
      Set.of(FindingKind.UNREACHED, FindingKind.NO_WAY_OUT, FindingKind.NO_DEFAULT);

  private final LintContext context;
  private final LintBudget remedyBudget = new LintBudget();
  private final Map<String, Optional<BoundText>> bounds = new HashMap<>();

  private GraphLint(WorkflowGraph graph, NodeNames names, Predicate<FindingKind> wanted) {
    this.context = runChecks(new LintContext(graph, names, new LintBudget(), bounds), wanted);
  }

  /** Lints the graph of a file; messages have the names of nodes in place of their ids. */
  public static LintResult lint(ParsedGraph parsed) {
    // nodes may only look unreached or without an exit where a part was not understood
    boolean isWhole = parsed.unparsedParts().isEmpty();
    return new GraphLint(
            parsed.graph(),
            NodeNames.of(parsed),
            kind -> isWhole || !OF_WHOLE_GRAPHS.contains(kind))
        .result();
  }

  /** Lints the graph; each finding has its remedies. */
  public static LintResult lint(WorkflowGraph graph) {
    return new GraphLint(graph, NodeNames.IDS, kind -> true).result();
  }

  /** The findings, unbounded cycles first, each with its remedies. */
  public static List<GraphFinding> lintFindings(WorkflowGraph graph) {
    return lint(graph).findings();
  }

  /** The findings without remedies. */
  static List<GraphFinding> findings(WorkflowGraph graph) {
    return new GraphLint(graph, NodeNames.IDS, kind -> true).context.bareFindings();
  }

  /** Searches for unbounded cycles, and for the other kinds that are wanted. */
  private static LintContext runChecks(LintContext context, Predicate<FindingKind> wanted) {
    UnboundedCycleCheck.find(context);
    if (wanted.test(FindingKind.COUNTER_TOO_LATE)) {
      LateCounterCheck.find(context);
    }
    if (wanted.test(FindingKind.EXPENSIVE_RERUN)) {
      ExpensiveRerunCheck.find(context);
    }
    if (wanted.test(FindingKind.UNREACHED)) {
      EntryCheck.find(context);
    }
    if (wanted.test(FindingKind.NO_WAY_OUT) || wanted.test(FindingKind.NO_DEFAULT)) {
      ExitCheck.find(context);
    }
    return context;
  }

  private LintResult result() {
    List<GraphFinding> findings = new ArrayList<>();
    for (LintContext.FindingWithWalk found : context.findings) {
      GraphFinding finding = found.finding();
      boolean hasRemedies = findings.isEmpty() || !isRemedyBudgetSpent();
      findings.add(
          hasRemedies
              ? finding.withRemedies(remedies(found))
              : finding.withReason(finding.reason() + NO_REMEDY));
    }
    return new LintResult(findings, context.budget.incompleteChecks());
  }

  private boolean isRemedyBudgetSpent() {
    return !remedyBudget.incompleteChecks().isEmpty();
  }

  private List<LintRemedy> remedies(LintContext.FindingWithWalk found) {
    List<LintRemedy> remedies = new ArrayList<>();
    for (List<LintRemedy> choices : candidateRemedies(found)) {
      selectBest(found.finding(), choices)
          .ifPresent(remedy -> remedies.add(remedy.recommended(remedies.isEmpty())));
    }
    return remedies;
  }

  private List<List<LintRemedy>> candidateRemedies(LintContext.FindingWithWalk found) {
    return switch (found.finding().kind()) {
      case UNREACHED, UNPROVEN_BOUND -> List.of();
      case NO_WAY_OUT -> List.of(List.of(exitRemedies(found).buildExitEdgeRemedy()));
      case NO_DEFAULT -> List.of(List.of(exitRemedies(found).buildDefaultEdgeRemedy()));
      default -> new RetryRemedies(context, found).build();
    };
  }

  private ExitRemedies exitRemedies(LintContext.FindingWithWalk found) {
    return new ExitRemedies(context, found.walk().last().from());
  }

  /**
   * The first choice that removes the finding without a new unbounded cycle; otherwise the first
   * that removes it. If the work limit is reached, the last choice, which has its own counter.
   */
  private Optional<LintRemedy> selectBest(GraphFinding finding, List<LintRemedy> choices) {
    Optional<LintRemedy> cure = Optional.empty();
    for (LintRemedy choice : choices) {
      List<GraphFinding> after = isRemedyBudgetSpent() ? List.of() : lintAgain(choice, finding);
      if (isRemedyBudgetSpent()) {
        return cure.or(() -> Optional.of(choices.get(choices.size() - 1)));
      }
      if (after.stream().noneMatch(finding::hasSameKindAndCycle)) {
        if (after.stream().noneMatch(this::isNewUnboundedCycle)) {
          return Optional.of(choice.markedAsLinted());
        }
        cure = cure.or(() -> Optional.of(choice.markedAsLinted()));
      }
    }
    return cure;
  }

  private List<GraphFinding> lintAgain(LintRemedy remedy, GraphFinding finding) {
    LintContext again = new LintContext(remedy.graph(), NodeNames.IDS, remedyBudget, bounds);
    return runChecks(again, finding.kind()::equals).bareFindings();
  }

  private boolean isNewUnboundedCycle(GraphFinding after) {
    return after.kind().isUnboundedCycle()
        && context.bareFindings().stream().noneMatch(after::hasSameKindAndCycle);
  }
}
