package dev.eddyline.detect.progress;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Attempt;
import dev.eddyline.schema.AttemptHistory;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Detects repeated attempts at a task without progress: although it is done, with the same
 * blockers, or with the same work. Only the first of the three that matches is reported.
 */
public final class TaskAttempts implements Detector<AttemptHistory, TaskAttempts.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          new LoopTraits(LoopType.COMPLETED_TASK_REVISIT, Action.FORCE_NEXT, Escalation.NEVER),
          new LoopTraits(
              LoopType.BLOCKED_TASK_SPIN,
              Action.UNBLOCK_AUTHORITY,
              Escalation.ON_REPEAT,
              null,
              true),
          new LoopTraits(LoopType.NO_PROGRESS_REPEAT, Action.ESCALATE, Escalation.NEVER));

  /** Maximum stored attempts for comparison, and maximum of the limit in policies. */
  public static final int MAX_ATTEMPTS = 10;

  /** Maximum counted attempts, and maximum of limits on their number in policies. */
  public static final int MAX_COUNTED = 64;

  private static final int MAX_BLOCKERS = 32;
  private static final long UNKNOWN = 0;

  private static final Set<Class<?>> EVENT_TYPES = Set.of(TaskAttempted.class);

  /** Where its history is. */
  public static final HistoryPlace.InState<AttemptHistory> HISTORY =
      HistoryPlace.inState(StateParts.ATTEMPTS, new AttemptHistory(List.of(), List.of(), 0));

  /**
   * Limits of the detector.
   *
   * @param completedRevisit whether attempts at a done task are a loop
   * @param blockedSpin whether attempts with the same blockers are a loop
   * @param noProgressRepeat whether attempts with the same work are a loop
   * @param maxAttempts attempts that are compared, 2 to 10
   * @param window how far back an attempt counts
   */
  public record Limits(
      boolean completedRevisit,
      boolean blockedSpin,
      boolean noProgressRepeat,
      int maxAttempts,
      Duration window)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(window, "window");
    }

    @Override
    public boolean enabled() {
      return completedRevisit || blockedSpin || noProgressRepeat;
    }
  }

  @Override
  public String key() {
    return "task_attempts";
  }

  @Override
  public String purpose() {
    return "detects tasks that are attempted repeatedly without progress";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<AttemptHistory> history() {
    return HISTORY;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    boolean enabled = section.enabled();
    boolean completedRevisit =
        section
            .about("whether attempts at a task that is done are a loop")
            .bool("completed_task_revisit", true);
    boolean blockedSpin =
        section
            .about("whether attempts with the same status and blockers are a loop")
            .bool("blocked_task_spin", true);
    boolean noProgressRepeat =
        section
            .about("whether attempts with the same status, blockers and completed work are a loop")
            .bool("no_progress_repeat", true);
    return new Limits(
        enabled && completedRevisit,
        enabled && blockedSpin,
        enabled && noProgressRepeat,
        section
            .about("number of newest attempts that are compared and make a loop")
            .integer("maxAttempts", 3, 2, MAX_ATTEMPTS),
        section
            .about("how far back an attempt counts")
            .windowDuration("window", Duration.ofHours(1)));
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public DetectionResult<AttemptHistory> detect(
      EnrichedEvent enriched, AttemptHistory history, Limits limits) {
    Attempt attempt = toAttempt((TaskAttempted) enriched.event().getBody(), enriched);
    long since = enriched.eventTimeMillis() - limits.window().toMillis();
    List<Attempt> recent = new ArrayList<>(history.getRecent());
    recent.removeIf(earlier -> earlier.getSeen().getAt() < since);
    boolean sameBlockerText =
        recent.stream().noneMatch(earlier -> hasOtherBlockerText(earlier, attempt));
    recent.replaceAll(earlier -> withoutUnneededBlockers(earlier, attempt, sameBlockerText));
    recent.add(attempt);
    List<Long> times = new ArrayList<>(history.getTimes().size() + 1);
    int answered = 0;
    for (int index = 0; index < history.getTimes().size(); index++) {
      Long time = history.getTimes().get(index);
      if (time >= since) {
        times.add(time);
        answered += index < history.getAnswered() ? 1 : 0;
      }
    }
    times.add(enriched.eventTimeMillis());
    AttemptHistory after = boundedHistory(recent, times, answered);
    if (recent.size() < limits.maxAttempts()) {
      return DetectionResult.noLoop(after);
    }
    List<Attempt> last = BoundedLists.newest(recent, limits.maxAttempts());
    LoopType type = detectedLoopType(last, limits);
    if (type == LoopType.OK) {
      return DetectionResult.noLoop(after);
    }
    FoundLoop loop =
        loop(type, last, times.size(), limits, enriched)
            .setOccurrences(times.size() - answered)
            .build();
    return DetectionResult.withLoop(loop, after);
  }

  /**
   * Restarts the history after the task was left, or after its blockers may be removed. The number
   * of attempts is still reported since the first.
   */
  @Override
  public AttemptHistory onActionRequested(Action action, AttemptHistory history) {
    return action == Action.FORCE_NEXT || action == Action.UNBLOCK_AUTHORITY
        ? new AttemptHistory(List.of(), history.getTimes(), history.getTimes().size())
        : history;
  }

  private static AttemptHistory boundedHistory(
      List<Attempt> recent, List<Long> times, int answered) {
    int evicted = Math.max(0, times.size() - MAX_COUNTED);
    return new AttemptHistory(
        BoundedLists.newest(recent, MAX_ATTEMPTS),
        BoundedLists.newest(times, MAX_COUNTED),
        Math.max(0, answered - evicted));
  }

  private static Attempt toAttempt(TaskAttempted body, EnrichedEvent enriched) {
    List<String> blockers =
        body.getBlockers() == null
            ? null
            : body.getBlockers().stream()
                .limit(MAX_BLOCKERS)
                .map(enriched.redaction()::apply)
                .toList();
    String text = "%s %s".formatted(body.getStatus(), blockers == null ? "" : blockers);
    String session = enriched.event().getSessionId();
    return new Attempt(
        body.getStatus(),
        blockers,
        body.getBlockers() == null ? UNKNOWN : Hash.ofSet(body.getBlockers()),
        body.getCompletedWork() == null ? UNKNOWN : Hash.ofSet(body.getCompletedWork()),
        enriched.event().getAgentId(),
        enriched.evidence(session == null ? text : text + " in " + session),
        enriched.costBefore());
  }

  /** Whether both have the same blockers, listed in another order or text. */
  private static boolean hasOtherBlockerText(Attempt earlier, Attempt newer) {
    return earlier.getBlockedBy() == newer.getBlockedBy()
        && earlier.getBlockers() != null
        && !earlier.getBlockers().equals(newer.getBlockers());
  }

  /**
   * Drops the blockers of an attempt if they are not needed any more: a newer attempt that is
   * stored longer has other blockers, or the same.
   *
   * @param sameBlockerText whether all attempts with the newer one's blockers list them in the same
   *     way
   */
  private static Attempt withoutUnneededBlockers(
      Attempt earlier, Attempt newer, boolean sameBlockerText) {
    boolean outlived = earlier.getSeen().getAt() <= newer.getSeen().getAt();
    boolean sameTextStored = sameBlockerText || earlier.getBlockedBy() != newer.getBlockedBy();
    return earlier.getBlockers() == null || !outlived || !sameTextStored
        ? earlier
        : new Attempt(
            earlier.getStatus(),
            null,
            earlier.getBlockedBy(),
            earlier.getWork(),
            earlier.getAgentId(),
            earlier.getSeen(),
            earlier.getCostBefore());
  }

  /** The blockers of attempts that all have the same; the newest always has its list. */
  private static List<String> blockers(List<Attempt> same) {
    return same.stream()
        .map(Attempt::getBlockers)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  /** The loop type that the attempts match; OK for none. */
  private static LoopType detectedLoopType(List<Attempt> last, Limits limits) {
    Attempt first = last.get(0);
    boolean sameStatus = last.stream().allMatch(a -> a.getStatus() == first.getStatus());
    boolean sameBlockers =
        first.getBlockedBy() != UNKNOWN
            && last.stream().allMatch(a -> a.getBlockedBy() == first.getBlockedBy());
    boolean sameWork =
        first.getWork() != UNKNOWN && last.stream().allMatch(a -> a.getWork() == first.getWork());
    if (limits.completedRevisit() && sameStatus && first.getStatus() == TaskStatus.DONE) {
      return LoopType.COMPLETED_TASK_REVISIT;
    }
    if (limits.blockedSpin() && sameStatus && sameBlockers && !blockers(last).isEmpty()) {
      return LoopType.BLOCKED_TASK_SPIN;
    }
    boolean noProgress = sameStatus && sameBlockers && sameWork;
    return limits.noProgressRepeat() && noProgress ? LoopType.NO_PROGRESS_REPEAT : LoopType.OK;
  }

  private static FoundLoop.Builder loop(
      LoopType type, List<Attempt> last, int attempts, Limits limits, EnrichedEvent enriched) {
    Attempt first = last.get(0);
    return Loops.newLoopBuilder(
            type,
            last.stream().map(Attempt::getSeen).toList(),
            first.getSeen(),
            first.getCostBefore(),
            enriched)
        .setAgents(last.stream().map(Attempt::getAgentId).distinct().toList())
        .setIdentity(
            type == LoopType.BLOCKED_TASK_SPIN
                ? "blockers " + Long.toHexString(first.getBlockedBy())
                : "task")
        .setAttempts(attempts)
        .setMeasured(attempts)
        .setLimit(limits.maxAttempts())
        .setReason(reason(type, last, attempts - (isProposed(enriched) ? 1 : 0)));
  }

  /** Whether the attempt is proposed: the reason counts only recorded attempts. */
  private static boolean isProposed(EnrichedEvent enriched) {
    return ((TaskAttempted) enriched.event().getBody()).getProposed();
  }

  private static String reason(LoopType type, List<Attempt> last, int attempts) {
    return switch (type) {
      case COMPLETED_TASK_REVISIT ->
          "The task is done and was attempted %d times".formatted(attempts);
      case BLOCKED_TASK_SPIN ->
          "The task is blocked by %s after %d attempts".formatted(blockers(last), attempts);
      default -> "The same work was done in %d attempts".formatted(attempts);
    };
  }
}
