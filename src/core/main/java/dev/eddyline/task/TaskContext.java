package dev.eddyline.task;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.HistoryPlace.InState;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.policy.PolicyLimits.LimitedDetector;
import dev.eddyline.state.TaskState;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * The state and histories of one task while an event of it is processed.
 *
 * @param taskId the task
 * @param state its state, owned by the caller
 * @param stateStore the store of the other histories
 */
record TaskContext(String taskId, TaskState state, TaskStateStore stateStore) {

  private static final DetectionResult<?> NO_DETECTION_RESULT = DetectionResult.noLoop("");

  /** The context of a session. It has no state; its detectors have their histories in stores. */
  static TaskContext forSession(String sessionId, TaskStateStore memory) {
    return new TaskContext(sessionId, new TaskState(), memory);
  }

  /**
   * Runs a detector on the event and stores its new history. The history is not loaded if the
   * detector does not support the event, or needs no history for it.
   */
  <H, L extends Detector.Limits> DetectionResult<?> runDetector(
      EnrichedEvent enriched, LimitedDetector<H, L> limited, EventObserver observer) {
    Detector<H, L> detector = limited.detector();
    L limits = limited.limits();
    if (!detector.supports(enriched) || !detector.needsHistory(enriched, limits)) {
      return NO_DETECTION_RESULT;
    }
    H history = loadHistory(detector.history());
    DetectionResult<H> finding = detector.detect(enriched, history, limits);
    if (finding.history() != history) {
      saveHistory(detector.history(), finding.history());
    }
    observer.onDetector(enriched, limited, history, finding.history());
    return finding;
  }

  /** Changes a detector's history of the task after progress that resets it. */
  <H> void onProgress(Detector<H, ?> detector) {
    if (detector.history() instanceof InState<H> inState) {
      inState.set().accept(state, detector.onProgress(inState.of(state)));
    } else {
      clearHistory(detector.history());
    }
  }

  /** Clears a detector's history of the task; a store is written only if the history changes. */
  <H> void clearHistory(HistoryPlace<H> place) {
    if (place instanceof InState<H> inState) {
      inState.set().accept(state, inState.empty());
    } else {
      clearStoredHistory((InStore<?>) place);
    }
  }

  private <S extends SpecificRecord> void clearStoredHistory(InStore<S> place) {
    S history = stateStore.history(taskId, place);
    S empty = place.empty().apply(state.getStamp());
    if (history != null && !history.equals(empty)) {
      stateStore.history(taskId, place, empty);
    }
  }

  /** A detector's history if it still has this stamp; otherwise empty. */
  <H> Optional<H> historyIfStampMatches(long stamp, HistoryPlace<H> place) {
    if (place instanceof InState<H> inState) {
      return Optional.of(state).filter(it -> it.getStamp() == stamp).map(inState.get());
    }
    return storedHistoryIfStampMatches(stamp, (InStore<?>) place);
  }

  @SuppressWarnings("unchecked") // H is the type of the store's own history
  private <H, S extends SpecificRecord> Optional<H> storedHistoryIfStampMatches(
      long stamp, InStore<S> place) {
    return Optional.ofNullable((H) stateStore.history(taskId, place))
        .filter(history -> place.stamp().applyAsLong(place.type().cast(history)) == stamp);
  }

  /** A detector's history; empty if none is stored since the last reset. */
  <H> H loadHistory(HistoryPlace<H> place) {
    if (place instanceof InState<H> inState) {
      return inState.get().apply(state);
    }
    return loadStoredHistory((InStore<?>) place);
  }

  // H is the type of the store's own history
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <H, S extends SpecificRecord> H loadStoredHistory(InStore<S> place) {
    S history = stateStore.history(taskId, place);
    boolean current = history != null && place.stamp().applyAsLong(history) == state.getStamp();
    return (H) (current ? history : place.empty().apply(state.getStamp()));
  }

  /** Stores a detector's history. */
  <H> void saveHistory(HistoryPlace<H> place, H history) {
    if (place instanceof InState<H> inState) {
      inState.set().accept(state, history);
    } else {
      saveStoredHistory((InStore<?>) place, history);
    }
  }

  private <S extends SpecificRecord> void saveStoredHistory(InStore<S> place, Object history) {
    stateStore.history(taskId, place, place.type().cast(history));
  }
}
