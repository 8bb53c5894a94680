package dev.eddyline.task;

import dev.eddyline.detect.DetectionResult;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.EnrichedEvent;
import dev.eddyline.detect.HistoryPlace;
import dev.eddyline.detect.HistoryPlace.InState;
import dev.eddyline.detect.HistoryPlace.InStore;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.TaskState;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * The state and histories of one task while an event of it is processed.
 *
 * @param taskId the task
 * @param state its state, owned by the caller
 * @param memory the store of the other histories
 */
record TaskMemory(String taskId, TaskState state, Memory memory) {

  private static final DetectionResult<?> NOTHING = DetectionResult.noLoop("");

  /** The context of a session. It has no state; its detectors have their histories in stores. */
  static TaskMemory ofSession(String sessionId, Memory memory) {
    return new TaskMemory(sessionId, new TaskState(), memory);
  }

  /** Runs a detector on the event, if it supports the event, and stores its new history. */
  <H, L extends Detector.Limits> DetectionResult<?> show(
      EnrichedEvent seen, Detector<H, L> detector, Policy policy) {
    if (!detector.supports(seen)) {
      return NOTHING;
    }
    H history = load(detector.history());
    DetectionResult<H> finding = detector.detect(seen, history, policy.limits(detector));
    if (finding.history() != history) {
      save(detector.history(), finding.history());
    }
    return finding;
  }

  /** Notifies a detector that the event closed a loop. */
  <H, L extends Detector.Limits> void looped(
      EnrichedEvent seen, Detector<H, L> detector, Policy policy) {
    if (detector.history() instanceof InState<H> place) {
      H history = place.get().apply(state);
      place.set().accept(state, detector.onLoopDetected(seen, history, policy.limits(detector)));
    }
  }

  /** Clears a detector's history of the task; a store is written only if the history changes. */
  <H> void forget(HistoryPlace<H> place) {
    if (place instanceof InState<H> inState) {
      inState.set().accept(state, inState.empty().get());
    } else {
      forgetStored((InStore<?>) place);
    }
  }

  private <S extends SpecificRecord> void forgetStored(InStore<S> place) {
    S kept = memory.history(taskId, place);
    S empty = place.empty().apply(state.getStamp());
    if (kept != null && !kept.equals(empty)) {
      memory.history(taskId, place, empty);
    }
  }

  /** A detector's history if it still has this stamp; otherwise empty. */
  <H> Optional<H> since(long stamp, HistoryPlace<H> place) {
    if (place instanceof InState<H> inState) {
      return Optional.of(state).filter(it -> it.getStamp() == stamp).map(inState.get());
    }
    return storedSince(stamp, (InStore<?>) place);
  }

  @SuppressWarnings("unchecked") // H is the type of the store's own history
  private <H, S extends SpecificRecord> Optional<H> storedSince(long stamp, InStore<S> place) {
    return Optional.ofNullable((H) memory.history(taskId, place))
        .filter(kept -> place.stamp().applyAsLong(place.type().cast(kept)) == stamp);
  }

  private <H> H load(HistoryPlace<H> place) {
    if (place instanceof InState<H> inState) {
      return inState.get().apply(state);
    }
    return stored((InStore<?>) place);
  }

  // H is the type of the store's own history
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <H, S extends SpecificRecord> H stored(InStore<S> place) {
    S kept = memory.history(taskId, place);
    boolean current = kept != null && place.stamp().applyAsLong(kept) == state.getStamp();
    return (H) (current ? kept : place.empty().apply(state.getStamp()));
  }

  /** Stores a detector's history. */
  <H> void save(HistoryPlace<H> place, H history) {
    if (place instanceof InState<H> inState) {
      inState.set().accept(state, history);
    } else {
      store((InStore<?>) place, history);
    }
  }

  private <S extends SpecificRecord> void store(InStore<S> place, Object history) {
    memory.history(taskId, place, place.type().cast(history));
  }
}
