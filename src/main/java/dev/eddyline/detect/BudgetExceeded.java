package dev.eddyline.detect;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.BudgetHistory;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.TaskState;
import dev.eddyline.text.Section;
import java.util.List;
import java.util.Locale;

/**
 * Detects a task that spends more than its budget after its first loop. Reports once for each full
 * budget that is exceeded.
 */
public final class BudgetExceeded implements Detector<BudgetHistory, BudgetExceeded.Limits> {

  /** Maximum tokens of a budget. */
  private static final int MANY_TOKENS = 2_000_000_000;

  /** Tolerance for rounding errors of sums, as a share of the budget. */
  private static final double ROUNDING = 1e-9;

  private static final HistoryPlace.InState<BudgetHistory> PLACE =
      HistoryPlace.whereItHolds(
          TaskState::getBudget,
          TaskState::setBudget,
          history -> history.getFirst() == null,
          new BudgetHistory(null, new Cost(0L, 0.0, 0L), 0L));

  /**
   * Limits of the rule.
   *
   * @param enabled whether the rule is on
   * @param tokens tokens that may be spent after the first loop; 0: unlimited
   * @param costUsd US dollars that may be spent after it; 0: unlimited
   */
  public record Limits(boolean enabled, int tokens, double costUsd) implements Detector.Limits {}

  @Override
  public String key() {
    return "budget_exceeded";
  }

  @Override
  public String origin() {
    return "limits the cost of a task after its first loop";
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
            .about("whether the rule is on; default: on if a budget is set")
            .bool("enabled", isSet);
    if (enabled && !isSet) {
      section.refuse("tokens", "or costUsd must be set, to more than 0");
    }
    return new Limits(enabled, tokens, costUsd);
  }

  @Override
  public boolean concerns(Observation seen) {
    return seen.event().getTokens() != null || seen.event().getCostUsd() != null;
  }

  /** Starts the budget of a task whose first loop an evaluator found. */
  public static void begin(SeenEvent first, TaskState state, Limits limits) {
    PLACE.set().accept(state, begun(first, state.getCost(), PLACE.get().apply(state), limits));
  }

  private static BudgetHistory begun(
      SeenEvent first, Cost now, BudgetHistory history, Limits limits) {
    return !limits.enabled() || history.getFirst() != null
        ? history
        : new BudgetHistory(first, now, 0L);
  }

  @Override
  public BudgetHistory looped(Observation seen, BudgetHistory history, Limits limits) {
    return begun(seen.remembered("the first loop"), costAfter(seen), history, limits);
  }

  @Override
  public Finding<BudgetHistory> detect(Observation seen, BudgetHistory history, Limits limits) {
    if (!limits.enabled() || history.getFirst() == null) {
      return Finding.none(history);
    }
    Cost now = costAfter(seen);
    long tokens = now.getTokens() - history.getSpent().getTokens();
    double usd = now.getCostUsd() - history.getSpent().getCostUsd();
    long byTokens = passed((double) tokens, limits.tokens());
    long byUsd = passed(usd, limits.costUsd());
    long told = Math.max(byTokens, byUsd);
    if (told <= history.getTold()) {
      return Finding.none(history);
    }
    FoundLoop.Builder loop =
        byTokens >= byUsd
            ? loop(history, "%d tokens".formatted(tokens), "%d".formatted(limits.tokens()), seen)
                .setMeasured((double) tokens)
                .setLimit(limits.tokens())
            : loop(history, usd(usd), usd(limits.costUsd()), seen)
                .setMeasured(usd)
                .setLimit(limits.costUsd());
    int times = (int) Math.min(told, Integer.MAX_VALUE);
    return Finding.of(
        loop.setOccurrences(times).setAttempts(times).build(),
        new BudgetHistory(history.getFirst(), history.getSpent(), told));
  }

  private static Cost costAfter(Observation seen) {
    AgentEvent event = seen.event();
    Cost before = seen.costBefore();
    return new Cost(
        before.getTokens() + (event.getTokens() == null ? 0 : event.getTokens()),
        before.getCostUsd() + (event.getCostUsd() == null ? 0 : event.getCostUsd()),
        before.getDurationMs());
  }

  /** Number of full budgets exceeded (equal is not exceeded); 0 without a budget. */
  private static long passed(double spent, double budget) {
    return budget == 0 ? 0 : (long) Math.ceil(spent / budget - ROUNDING) - 1;
  }

  private static FoundLoop.Builder loop(
      BudgetHistory history, String spent, String budget, Observation seen) {
    SeenEvent first = history.getFirst();
    return Loops.closed(
            LoopType.BUDGET_EXCEEDED,
            List.of(first, seen.evidence(spent + " since then")),
            first,
            history.getSpent(),
            seen)
        .setIdentity("task")
        .setReason(
            "The task spent %s since its first loop, its budget is %s".formatted(spent, budget));
  }

  private static String usd(double usd) {
    return String.format(Locale.ROOT, "%.2f USD", usd);
  }
}
