package dev.eddyline.detect.failures;

import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.SubtaskFailure;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.state.Costs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of one failure of a subtask with those of the others. The attempts of a failure
 * are its own and those of the longest chain of subtasks, each of which started after the failure
 * of the one before.
 *
 * @param signal the event's failure and the loops that the subtask found
 * @param failure the failure as roots store it
 * @param progress progress of the root
 * @param limits limits of the comparison
 */
record SubtaskComparison(
    SubtaskLoop signal, FailureSignature failure, Signs progress, IdenticalFailure.Limits limits) {

  /** What the evidence says of an earlier failure, of which the root has no text. */
  private static final String EARLIER = "an equal failure of an earlier subtask";

  private static final Cost NONE = new Cost(0L, 0.0, 0L);

  /** Adds the failure to those known; returns the event's loops. */
  List<FoundLoop> add(List<SubtaskFailure> known) {
    Optional<SubtaskFailure> own =
        known.stream().filter(it -> isOwn(it) && counts(match(it))).findFirst();
    if (own.isPresent()) {
      known.remove(own.get());
      return repeatOwn(own.get(), known);
    }
    SubtaskFailure earlier = null;
    FailureMatch closest = null;
    for (SubtaskFailure candidate : known) {
      FailureMatch match = match(candidate);
      if (match != null && !isOwn(candidate) && isEarlier(candidate)) {
        boolean isBetter =
            earlier == null
                || counts(match) && !counts(closest)
                || counts(match) == counts(closest)
                    && candidate.getFailure().getAttempts() > earlier.getFailure().getAttempts();
        earlier = isBetter ? candidate : earlier;
        closest = isBetter ? match : closest;
      }
    }
    if (earlier == null || closest == null) {
      known.add(entry(failure, costSinceFailure()));
      return signal.getLoops();
    }
    FailureSignature repeated = Failures.repeated(earlier.getFailure(), failure);
    boolean counts = closest.counts(limits);
    boolean isParallel = known.stream().anyMatch(it -> isOfParallelAttempt(it, repeated));
    List<FoundLoop> loops =
        isParallel ? signal.getLoops() : withLoop(loop(closest, repeated, earlier.getCost()));
    known.add(
        counts
            ? entry(repeated, plus(earlier.getCost(), signal.getTaskCost()))
            : entry(failure, costSinceFailure()));
    return loops;
  }

  /** The subtask repeats its own failure: the loop that it found gets the attempts of all. */
  private List<FoundLoop> repeatOwn(SubtaskFailure own, List<SubtaskFailure> known) {
    if (signal.getLoops().stream().noneMatch(SubtaskComparison::isEqualFailures)) {
      known.add(entry(failure, costSinceFailure()));
      return signal.getLoops();
    }
    FailureSignature repeated = Failures.repeated(own.getFailure(), failure);
    known.add(new SubtaskFailure(repeated, own.getTaskId(), own.getFirst(), own.getCost()));
    return signal.getLoops().stream().map(it -> raised(it, repeated)).toList();
  }

  private SubtaskFailure entry(FailureSignature signature, Cost cost) {
    return new SubtaskFailure(signature, signal.getTaskId(), failure.getSeen().get(0), cost);
  }

  private boolean isOwn(SubtaskFailure other) {
    return other.getTaskId().equals(signal.getTaskId());
  }

  private @Nullable FailureMatch match(SubtaskFailure other) {
    return FailureMatch.of(failure, other.getFailure(), limits);
  }

  private boolean counts(@Nullable FailureMatch match) {
    return match != null && match.counts(limits);
  }

  /** Whether a parallel subtask made the same attempt before. */
  private boolean isOfParallelAttempt(SubtaskFailure other, FailureSignature repeated) {
    return !isOwn(other)
        && counts(match(other))
        && !startedAfter(other.getFirst())
        && other.getFailure().getAttempts() >= repeated.getAttempts();
  }

  /**
   * Whether the subtask started after the other's failure, and neither progress of the root since
   * then nor better tests of the subtask forgive it.
   */
  private boolean isEarlier(SubtaskFailure other) {
    FailureSignature before = other.getFailure();
    return startedAfter(other.getFirst())
        && signal.getFailure().getProgress() == 0
        && ProgressTracker.progressReasonSince(
                before.getProgress(), before.getNews(), progress, false)
            .isEmpty();
  }

  /** Whether the subtask started after an event; order decides events at one time. */
  private boolean startedAfter(SeenEvent event) {
    long start = signal.getStartedAt().toEpochMilli();
    return start > event.getAt()
        || start == event.getAt()
            && signal.getStartedPartition() == event.getPartition()
            && signal.getStartedOffset() > event.getOffset();
  }

  private static boolean isEqualFailures(FoundLoop loop) {
    return loop.getLoopType() == LoopType.IDENTICAL_FAILURE && loop.getWeight() > 0;
  }

  private static FoundLoop raised(FoundLoop loop, FailureSignature repeated) {
    if (!isEqualFailures(loop) || loop.getAttempts() >= repeated.getAttempts()) {
      return loop;
    }
    return FoundLoop.newBuilder(loop)
        .setOccurrences(repeated.getAttempts())
        .setAttempts(repeated.getAttempts())
        .setReportedAttempts(repeated.getReported())
        .setMeasured((double) repeated.getAttempts())
        .build();
  }

  private FoundLoop loop(FailureMatch match, FailureSignature repeated, Cost before) {
    List<SeenEvent> evidence =
        new ArrayList<>(
            repeated.getSeen().subList(0, repeated.getSeen().size() - 1).stream()
                .map(event -> SeenEvents.withText(event, EARLIER))
                .toList());
    evidence.add(signal.getFailure().getSeen().get(0));
    return match
        .newLoopBuilder(repeated, evidence, minus(NONE, before), limits)
        .setReason(match.reason() + " in an earlier subtask")
        .build();
  }

  /** The event's loops and this one, which replaces a weaker one of the subtask's own. */
  private List<FoundLoop> withLoop(FoundLoop loop) {
    List<FoundLoop> loops = new ArrayList<>();
    loops.add(loop);
    signal.getLoops().stream()
        .filter(it -> it.getLoopType() != LoopType.IDENTICAL_FAILURE)
        .forEach(loops::add);
    return loops;
  }

  private Cost costSinceFailure() {
    return minus(signal.getTaskCost(), failure.getCostBefore());
  }

  private static Cost plus(Cost a, Cost b) {
    return new Cost(
        Costs.saturatedSum(a.getTokens(), b.getTokens()), a.getCostUsd() + b.getCostUsd(), 0L);
  }

  private static Cost minus(Cost a, Cost b) {
    return new Cost(a.getTokens() - b.getTokens(), a.getCostUsd() - b.getCostUsd(), 0L);
  }
}
