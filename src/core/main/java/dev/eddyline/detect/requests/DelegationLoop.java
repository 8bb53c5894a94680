package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DelegationHistory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Detects goals that subtasks hand down unchanged, level by level, and goals for which a root
 * starts one subtask after the other.
 *
 * <p>A subtask's start and end reach its root by signals, which {@link Delegations} compares. Of
 * the events of a task only the start of a root is recorded here: its goal is that of the first
 * level.
 */
public final class DelegationLoop implements Detector<DelegationHistory, DelegationLoop.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          new LoopTraits(
              LoopType.DELEGATION_LOOP, Action.ESCALATE, Escalation.ON_REPEAT_AFTER_PLANNER));

  private static final HistoryPlace<DelegationHistory> PLACE =
      new HistoryPlace.InStore<>(
          "delegations",
          DelegationHistory.class,
          stamp -> new DelegationHistory(stamp, List.of()),
          DelegationHistory::getStamp);

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param levels levels of tasks with one goal that make a loop
   * @param times subtasks with one goal, one after the other, that make a loop
   * @param window how far back the start of a task counts
   */
  public record Limits(boolean enabled, int levels, int times, Duration window)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(window, "window");
    }
  }

  @Override
  public String key() {
    return "delegation_loop";
  }

  @Override
  public String purpose() {
    return "detects goals that are delegated again and again below one root";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<DelegationHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("levels of tasks, each below the one before, with one goal that make a loop")
            .integer("levels", 3, 2, Delegations.MAX_TASKS),
        section
            .about("subtasks of one root with one goal, one after the other, that make a loop")
            .integer("times", 5, 2, Delegations.MAX_TASKS),
        section
            .about("how far back the start of a task counts")
            .windowDuration("window", Duration.ofHours(24)));
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return Set.of(TaskStarted.class);
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    AgentEvent event = enriched.event();
    return limits.enabled()
        && (event.getRootTaskId() == null || event.getRootTaskId().equals(event.getTaskId()));
  }

  @Override
  public DetectionResult<DelegationHistory> detect(
      EnrichedEvent enriched, DelegationHistory history, Limits limits) {
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    AgentEvent event = enriched.event();
    return DetectionResult.noLoop(
        Delegations.goalOfStart(event, event.getTaskId(), enriched.redaction())
            .map(
                goal ->
                    Delegations.withRoot(
                        event, goal, enriched.storedEvidence(), history, enriched.progress()))
            .orElse(history));
  }
}
