package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.Agents;
import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTypes;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.detect.api.Rotation;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SessionHistory;
import dev.eddyline.schema.SessionMove;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.TrippedCycle;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Detects a session that moves between the same few tasks in the same order, completes none and
 * makes progress in none. The loop's tokens and US dollars are 0, since the tasks' costs are not
 * known here.
 *
 * <p>Events of several tasks arrive out of order, so each is inserted by event time and the whole
 * bounded list is evaluated again. A reported cycle is reported again after another full cycle.
 */
public final class CrossTaskCycle implements Detector<SessionHistory, CrossTaskCycle.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          new LoopTraits(
              LoopType.CROSS_TASK_CYCLE, Action.ESCALATE, Escalation.ON_REPEAT_AFTER_PLANNER));

  private static final HistoryPlace<SessionHistory> PLACE =
      new HistoryPlace.InStore<>(
          "sessions",
          SessionHistory.class,
          stamp -> new SessionHistory(List.of(), null),
          history -> 0L); // a session is never cleared

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param minOccurrences occurrences of the cycle that make a loop
   * @param maxTasks maximum tasks of a cycle, 2 or 3
   * @param window how far back a move counts
   */
  public record Limits(boolean enabled, int minOccurrences, int maxTasks, Duration window)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(window, "window");
    }
  }

  @Override
  public String key() {
    return "cross_task_cycle";
  }

  @Override
  public String purpose() {
    return "detects sessions that switch between unfinished tasks";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public Scope scope() {
    return Scope.SESSION;
  }

  @Override
  public HistoryPlace<SessionHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("occurrences of the same cycle of tasks that make a loop")
            .integer("minOccurrences", 3, 2, 10),
        section.about("tasks in the longest cycle").integer("maxTasks", 3, 2, 3),
        section
            .about("how far back a move between tasks counts")
            .windowDuration("window", Duration.ofHours(24)));
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EventTypes.OF_SESSIONS;
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    return limits.enabled();
  }

  @Override
  public DetectionResult<SessionHistory> detect(
      EnrichedEvent enriched, SessionHistory history, Limits limits) {
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    List<SessionMove> moves =
        SessionMoves.insertMove(history.getMoves(), toMove(enriched), limits.window());
    if (moves == history.getMoves()) {
      return DetectionResult.noLoop(history);
    }
    Periodicity<SessionMove> periodicity = SessionMoves.findPeriodicity(moves, limits.maxTasks());
    var repetition =
        periodicity.shortestRepetition(2, limits.maxTasks(), period -> limits.minOccurrences());
    if (repetition.isEmpty()) {
      return DetectionResult.noLoop(new SessionHistory(moves, history.getTripped()));
    }
    int period = repetition.get().period();
    String cycle = Rotation.smallest(tasks(BoundedLists.newest(periodicity.recent(), period)));
    if (!isNewOccurrence(cycle, period, periodicity.recent(), history.getTripped())) {
      return DetectionResult.noLoop(new SessionHistory(moves, history.getTripped()));
    }
    SessionMove first = firstMove(repetition.get().start(), cycle, history.getTripped());
    FoundLoop loop = loop(repetition.get(), first, periodicity.recent(), cycle, limits, enriched);
    TrippedCycle reported = new TrippedCycle(cycle, first, BoundedLists.last(moves));
    return DetectionResult.withLoop(loop, new SessionHistory(moves, reported));
  }

  private static SessionMove toMove(EnrichedEvent enriched) {
    AgentEvent event = enriched.event();
    boolean completed = event.getBody() instanceof TaskCompleted;
    String action =
        completed
            ? "completed "
            : event.getBody() instanceof TaskStarted ? "started " : "attempted ";
    return new SessionMove(
        event.getTaskId(),
        completed,
        event.getAgentId(),
        enriched.storedEvidence(action + event.getTaskId()),
        enriched.progress().getProgress() > 0);
  }

  /** Whether a full cycle was completed after the last report. */
  private static boolean isNewOccurrence(
      String cycle, int period, List<SessionMove> moves, TrippedCycle reported) {
    if (reported == null || !reported.getCycle().equals(cycle)) {
      return true;
    }
    return moves.stream()
            .filter(move -> SessionMoves.EVENT_ORDER.compare(move, reported.getLast()) > 0)
            .count()
        >= period;
  }

  /** The cycle's first move, which may be older than the stored moves. */
  private static SessionMove firstMove(SessionMove start, String cycle, TrippedCycle reported) {
    boolean continuesReported =
        reported != null
            && reported.getCycle().equals(cycle)
            && SessionMoves.EVENT_ORDER.compare(start, reported.getLast()) <= 0
            && SessionMoves.EVENT_ORDER.compare(reported.getFirst(), start) < 0;
    return continuesReported ? reported.getFirst() : start;
  }

  private static FoundLoop loop(
      Periodicity.Repetition<SessionMove> repetition,
      SessionMove first,
      List<SessionMove> moves,
      String cycle,
      Limits limits,
      EnrichedEvent enriched) {
    List<SessionMove> cycleMoves = BoundedLists.newest(moves, repetition.period());
    int occurrences = repetition.occurrences();
    String path = path(cycleMoves);
    return Loops.newLoopBuilder(
            LoopType.CROSS_TASK_CYCLE,
            cycleMoves.stream().map(SessionMove::getSeen).toList(),
            first.getSeen(),
            enriched.costBefore(),
            enriched)
        .setPattern(path)
        .setIdentity("tasks " + cycle)
        .setPeriod(repetition.period())
        .setOccurrences(occurrences)
        .setAttempts(occurrences)
        .setMeasured(occurrences)
        .setLimit(limits.minOccurrences())
        .setAgents(agents(BoundedLists.newest(moves, repetition.period() * occurrences)))
        .setReason(
            "The session moved between the tasks %s %d times, one after the other, and completed none"
                .formatted(path, occurrences))
        .build();
  }

  private static List<String> agents(List<SessionMove> moves) {
    return moves.stream().map(SessionMove::getAgentId).distinct().limit(Agents.MAX).toList();
  }

  private static String path(List<SessionMove> cycleMoves) {
    return String.join("→", tasks(cycleMoves)) + "→" + cycleMoves.get(0).getTaskId();
  }

  private static List<String> tasks(List<SessionMove> cycleMoves) {
    return cycleMoves.stream().map(SessionMove::getTaskId).toList();
  }
}
