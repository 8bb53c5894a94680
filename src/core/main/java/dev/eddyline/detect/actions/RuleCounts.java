package dev.eddyline.detect.actions;

import dev.eddyline.detect.actions.ActionPattern.PatternKind;
import dev.eddyline.detect.actions.StretchLengths.Length;
import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.CallExcerpts;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.detect.api.Periodicity.Repetition;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.AgentStretch;
import dev.eddyline.state.TaskState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How far the rules that count outcomes are after a call, as texts such as {@code 2 of 4}. */
public final class RuleCounts {

  /** Occurrences of a sequence that repeats at all. */
  private static final int REPEATED = 2;

  private final Map<String, String> counts = new LinkedHashMap<>();

  private RuleCounts() {}

  /**
   * The counts of a call and their limits, by rule and pattern. A rule that does not count the call
   * is left out.
   *
   * @param result the event with the call's result
   * @param mayPoll whether the call may be a poll
   * @param state the task's state after it
   */
  public static Map<String, String> of(
      AgentEvent result,
      boolean mayPoll,
      TaskState state,
      RepeatedActionLimits actions,
      StretchLengths lengths) {
    RuleCounts counted = new RuleCounts();
    if (actions.enabled() && actions.judgesByOutcome()) {
      counted.countActions(result, mayPoll, ActionHistory.of(state), actions);
    }
    if (lengths.enabled()) {
      CallExcerpts.STRETCHES.of(state).getAgents().stream()
          .filter(stretch -> stretch.getAgentId().equals(result.getAgentId()))
          .forEach(stretch -> counted.countStretch(stretch, lengths.lengths()));
    }
    return counted.counts;
  }

  private void countActions(
      AgentEvent result, boolean mayPoll, ActionHistory history, RepeatedActionLimits limits) {
    if (history.recent().isEmpty()) {
      return;
    }
    ToolAction newest = BoundedLists.last(history.recent());
    if (!newest.eventId().equals(result.getEventId())) {
      return;
    }
    int factor = ActionPattern.waitFactor(newest, mayPoll, limits);
    int equal = history.runs().isEmpty() ? 1 : history.runs().get(0).length() + 1;
    count(PatternKind.EXACT, equal, limits.minEqualActionsForLoop(newest) * factor, limits);
    Optional<Repetition<ToolAction>> cycle =
        new Periodicity<>(history.recent(), history.runs())
            .shortestRepetition(2, limits.maxPeriod(), period -> REPEATED);
    if (cycle.isPresent()) {
      int limit = limits.cycleOccurrences() * factor;
      count(PatternKind.CYCLE, cycle.get().occurrences(), limit, limits);
    }
    SimilarResultRun run = history.similarResultRun();
    if (run != null && run.last().eventId().equals(newest.eventId())) {
      boolean isNear = newest.isFailure(limits) && run.isSameObject();
      PatternKind kind = isNear ? PatternKind.NEAR : PatternKind.STAGNANT;
      count(kind, run.distinctCallCount(), isNear ? limits.near() : limits.stagnant(), limits);
    }
  }

  private void count(PatternKind kind, int count, int limit, RepeatedActionLimits limits) {
    if (limits.patterns().contains(kind) && count >= REPEATED) {
      String pattern = kind.name().toLowerCase(Locale.ROOT);
      counts.put(RepeatedAction.KEY + " " + pattern, count + " of " + limit);
    }
  }

  private void countStretch(AgentStretch stretch, List<Length> lengths) {
    Length next = lengths.get(Math.min(stretch.getLevel(), lengths.size() - 1));
    int halves = next.halves(stretch.getOutcomes());
    if (halves > 0) {
      String count = halves % 2 == 0 ? String.valueOf(halves / 2) : halves / 2 + ".5";
      counts.put("unproductive_stretch", count + " of " + next.least());
    }
  }
}
