package dev.eddyline.detect.progress;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.BudgetHistory;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Locale;

/**
 * Detects a task that spends more than its budget after its first loop. Reports once for each full
 * budget that is exceeded.
 */
public final class BudgetExceeded implements Detector<BudgetHistory, BudgetExceeded.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(new LoopTraits(LoopType.BUDGET_EXCEEDED, Action.ESCALATE, Escalation.NEVER));

  /** Maximum tokens of a budget. */
  private static final int MANY_TOKENS = 2_000_000_000;

  /** Tolerance for rounding errors of sums, as a share of the budget. */
  private static final double ROUNDING = 1e-9;

  private static final HistoryPlace.InState<BudgetHistory> PLACE =
      HistoryPlace.inState(
          StateParts.BUDGET,
          history -> history.getFirst() == null,
          new BudgetHistory(null, new Cost(0L, 0.0, 0L), 0L));

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param tokens tokens that may be spent after the first loop; 0: unlimited
   * @param costUsd US dollars that may be spent after it; 0: unlimited
   */
  public record Limits(boolean enabled, int tokens, double costUsd) implements Detector.Limits {}

  @Override
  public String key() {
    return "budget_exceeded";
  }

  @Override
  public String purpose() {
    return "limits the cost of a task after its first loop";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<BudgetHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    int tokens =
        section
            .about("tokens that a task may spend after its first loop; 0: unlimited")
            .integer("tokens", 0, 0, MANY_TOKENS);
    double costUsd =
        section
            .about("US dollars that a task may spend after its first loop; 0: unlimited")
            .decimal("costUsd", 0, 0, Section.MANY);
    boolean isSet = tokens > 0 || costUsd > 0;
    boolean enabled =
        section
            .about("whether the detector is enabled; default: if a budget is set")
            .bool("enabled", isSet);
    if (enabled && !isSet) {
      section.addProblem("tokens", "or costUsd must be set, to more than 0");
    }
    return new Limits(enabled, tokens, costUsd);
  }

  @Override
  public boolean supports(EnrichedEvent enriched) {
    return enriched.event().getTokens() != null || enriched.event().getCostUsd() != null;
  }

  /** Starts the budget at the first loop. */
  @Override
  public BudgetHistory onLoopDetected(
      SeenEvent loop, Cost cost, BudgetHistory history, Limits limits) {
    return !limits.enabled() || history.getFirst() != null
        ? history
        : new BudgetHistory(loop, cost, 0L);
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    return limits.enabled();
  }

  @Override
  public DetectionResult<BudgetHistory> detect(
      EnrichedEvent enriched, BudgetHistory history, Limits limits) {
    if (!needsHistory(enriched, limits) || history.getFirst() == null) {
      return DetectionResult.noLoop(history);
    }
    Cost now = enriched.costAfter();
    long tokens = now.getTokens() - history.getSpent().getTokens();
    double spentUsd = now.getCostUsd() - history.getSpent().getCostUsd();
    long byTokens = exceededBudgetCount((double) tokens, limits.tokens());
    long byUsd = exceededBudgetCount(spentUsd, limits.costUsd());
    long budgetsExceeded = Math.max(byTokens, byUsd);
    if (budgetsExceeded <= history.getTold()) {
      return DetectionResult.noLoop(history);
    }
    FoundLoop.Builder loop =
        byTokens >= byUsd
            ? loop(
                    history,
                    "%d tokens".formatted(tokens),
                    "%d".formatted(limits.tokens()),
                    enriched)
                .setMeasured((double) tokens)
                .setLimit(limits.tokens())
            : loop(history, usd(spentUsd), usd(limits.costUsd()), enriched)
                .setMeasured(spentUsd)
                .setLimit(limits.costUsd());
    int times = (int) Math.min(budgetsExceeded, Integer.MAX_VALUE);
    return DetectionResult.withLoop(
        loop.setOccurrences(times).setAttempts(times).build(),
        new BudgetHistory(history.getFirst(), history.getSpent(), budgetsExceeded));
  }

  /** Number of full budgets exceeded (equal is not exceeded); 0 without a budget. */
  private static long exceededBudgetCount(double spent, double budget) {
    return budget == 0 ? 0 : (long) Math.ceil(spent / budget - ROUNDING) - 1;
  }

  private static FoundLoop.Builder loop(
      BudgetHistory history, String spent, String budget, EnrichedEvent enriched) {
    SeenEvent first = history.getFirst();
    return Loops.newLoopBuilder(
            LoopType.BUDGET_EXCEEDED,
            List.of(first, enriched.evidence(spent + " since then")),
            first,
            history.getSpent(),
            enriched)
        .setIdentity("task")
        .setReason(
            "The task spent %s since its first loop, its budget is %s".formatted(spent, budget));
  }

  private static String usd(double spentUsd) {
    return String.format(Locale.ROOT, "%.2f USD", spentUsd);
  }
}
