package dev.eddyline.engine;

import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StrayEvaluation;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.EvaluationHandler;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.EventObserver;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.Signals;
import dev.eddyline.task.TaskEngine;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Processes the inputs of a partition, one at a time: validates each, re-routes a misrouted one,
 * runs the rules on it and applies its writes. An input that it rejects with an exception changes
 * nothing.
 */
public final class PartitionEngine {

  /** Receives what an input causes, after its writes are applied. */
  public interface Effects {

    /**
     * The input belongs on another partition.
     *
     * @param home its key, which determines the partition
     * @param rerouted the signal to send there
     */
    void onMisrouted(String home, Signal rerouted);

    /** An event was processed. A record of a call and its result has two. */
    void onEvent(AgentEvent event, InputOutcome outcome, RecordCoordinates place, Outbox outbox);

    /** An evaluation was processed. */
    void onEvaluation(
        ProgressEvaluation evaluation,
        EvaluationOutcome outcome,
        RecordCoordinates place,
        Outbox outbox);

    /**
     * A signal was processed.
     *
     * @param isOutdated whether it belongs to an earlier epoch of its root and had no effect
     * @param place the coordinates of the event that caused it
     */
    void onSignal(boolean isOutdated, RecordCoordinates place, Outbox outbox);
  }

  private final Predicate<String> isHome;
  private final DecisionRules decisions;
  private final PartitionStores stores;
  private final TaskEngine engine;
  private final EvaluationHandler evaluations;

  /**
   * The engine of a partition.
   *
   * @param partition its number
   * @param isHome whether a key belongs on it
   * @param policies the policies in force when an input is processed
   * @param graphs the workflow graphs in force then
   * @param decisions which decisions are accepted
   */
  public PartitionEngine(
      int partition,
      Predicate<String> isHome,
      Supplier<Policies> policies,
      Supplier<GraphSnapshot> graphs,
      DecisionRules decisions,
      PartitionStores stores,
      EventObserver observer) {
    this.isHome = Objects.requireNonNull(isHome, "isHome");
    this.decisions = Objects.requireNonNull(decisions, "decisions");
    this.stores = Objects.requireNonNull(stores, "stores");
    engine = new TaskEngine(partition, policies, graphs, observer);
    evaluations = new EvaluationHandler(policies);
  }

  /**
   * Processes a record of agent-events or gate-decisions.
   *
   * @param onDecisionsTopic whether it was read from gate-decisions
   * @param verified whether it is a decision with a valid signature
   * @throws BadInputException if it is invalid
   */
  public void processEvents(
      RecordEvents events,
      boolean onDecisionsTopic,
      boolean verified,
      RecordCoordinates place,
      Effects effects) {
    InputValidator.check(events, onDecisionsTopic, decisions);
    String home = TaskEngine.home(events.event());
    if (isHome.test(home)) {
      takeEvents(events, verified, place, effects);
    } else {
      effects.onMisrouted(home, MisroutedRecords.createReroutingSignal(events, place));
    }
  }

  /**
   * Processes a record of progress-evaluations.
   *
   * @throws BadInputException if it is invalid
   */
  public void processEvaluation(
      @Nullable String key,
      @Nullable ProgressEvaluation evaluation,
      RecordCoordinates place,
      Effects effects) {
    InputValidator.check(key, evaluation);
    String home = evaluation.getTaskId();
    if (isHome.test(home)) {
      takeEvaluation(evaluation, place, effects);
    } else {
      effects.onMisrouted(home, MisroutedRecords.createReroutingSignal(evaluation, place));
    }
  }

  /**
   * Processes a signal on its target partition.
   *
   * @param verified whether it re-routes a decision with a valid signature
   * @param place the coordinates of its own record
   * @throws BadInputException if it is invalid
   */
  public void processSignal(
      @Nullable String key,
      @Nullable Signal signal,
      boolean verified,
      RecordCoordinates place,
      Effects effects) {
    if (signal == null || key == null) {
      throw new BadInputException("a signal needs a key and a value");
    }
    RecordCoordinates cause =
        Signals.coordinatesOfCausingEvent(
            signal, place.recordTime(), place.storageTime(), place.decidedAt());
    if (signal.getBody() instanceof StrayRecord misrouted) {
      takeEvents(MisroutedRecords.reroutedEvents(misrouted), verified, cause, effects);
    } else if (signal.getBody() instanceof StrayEvaluation misrouted) {
      takeEvaluation(misrouted.getEvaluation(), cause, effects);
    } else {
      stores.beginInput(place.storageTime());
      Outbox outbox = Signals.outbox(signal, place.decidedAt());
      boolean hadEffect = engine.take(signal, cause, stores, outbox);
      stores.applyWrites();
      effects.onSignal(!hadEffect, cause, outbox);
    }
  }

  private void takeEvaluation(
      ProgressEvaluation evaluation, RecordCoordinates place, Effects effects) {
    stores.beginInput(place.storageTime());
    Outbox outbox = EvaluationHandler.outbox(place);
    EvaluationOutcome outcome =
        evaluations.handleEvaluatorAnswer(evaluation, place, stores, outbox);
    stores.applyWrites();
    effects.onEvaluation(evaluation, outcome, place, outbox);
  }

  private void takeEvents(
      RecordEvents events, boolean verified, RecordCoordinates place, Effects effects) {
    Outbox outbox = new Outbox(place.topic(), place.partition(), place.offset(), place.decidedAt());
    takeEvent(events.event(), verified, place, outbox, effects);
    if (events.result().isPresent()) {
      // the outputs of the result continue the numbering
      Outbox later = new Outbox(outbox.source(), place.decidedAt());
      takeEvent(events.result().get(), verified, place, later, effects);
    }
  }

  private void takeEvent(
      AgentEvent event, boolean verified, RecordCoordinates place, Outbox outbox, Effects effects) {
    if (event.getBody() instanceof HumanIntervened) {
      decisions.checkVerified(event, verified);
    }
    stores.beginInput(place.storageTime());
    InputOutcome outcome = engine.take(event, verified, place, stores, outbox);
    stores.applyWrites();
    effects.onEvent(event, outcome, place, outbox);
  }
}
