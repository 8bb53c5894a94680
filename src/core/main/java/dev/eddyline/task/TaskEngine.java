package dev.eddyline.task;

import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.TaskCompleted;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Processes inputs: updates the task state and adds the records to publish. The result depends only
 * on the order of inputs: it uses neither clock (except {@link RecordCoordinates#decidedAt}) nor
 * randomness nor Kafka.
 */
public final class TaskEngine {

  /** {@link TaskCompleted#getOutcome} of a task that reached its goal. */
  public static final String SUCCESS = "success";

  /** The reason of a reply without a loop. */
  static final String NO_LOOP = "No loop";

  private final Supplier<Policies> policies;
  private final EventPipeline events;
  private final SignalPipeline signals;
  private final EventObserver observer;

  /**
   * The engine of a partition.
   *
   * @param partition its number, by which roots know the location of their subtasks
   * @param policies the policies in force when an input is processed
   * @param graphs the workflow graphs in force then
   */
  public TaskEngine(int partition, Supplier<Policies> policies, Supplier<GraphSnapshot> graphs) {
    this(partition, policies, graphs, EventObserver.NONE);
  }

  /** The same with an observer of each event. */
  public TaskEngine(
      int partition,
      Supplier<Policies> policies,
      Supplier<GraphSnapshot> graphs,
      EventObserver observer) {
    this.policies = Objects.requireNonNull(policies, "policies");
    this.observer = Objects.requireNonNull(observer, "observer");
    events =
        new EventPipeline(partition, policies, Objects.requireNonNull(graphs, "graphs"), observer);
    signals = new SignalPipeline(policies);
  }

  /** The root that the event names: its rootTaskId or, without one, its task. */
  public static String namedRoot(AgentEvent event) {
    return event.getRootTaskId() == null ? event.getTaskId() : event.getRootTaskId();
  }

  /** The task id that is the event's key: the root for a decision, otherwise the task. */
  public static String home(AgentEvent event) {
    return event.getBody() instanceof HumanIntervened ? namedRoot(event) : event.getTaskId();
  }

  /**
   * Processes an event on its partition. Decisions count as not verified.
   *
   * @throws BadInputException if it is invalid; no state is changed then
   */
  public InputOutcome take(
      AgentEvent event, RecordCoordinates place, TaskStateStore memory, Outbox outbox) {
    return take(event, false, place, memory, outbox);
  }

  /**
   * Processes an event on its partition.
   *
   * @param verified whether it is a decision with a valid signature
   * @throws BadInputException if it is invalid; no state is changed then
   */
  public InputOutcome take(
      AgentEvent event,
      boolean verified,
      RecordCoordinates place,
      TaskStateStore memory,
      Outbox outbox) {
    if (!(event.getBody() instanceof HumanIntervened)) {
      return process(event, false, place, memory, outbox);
    }
    String workflow = workflowOfDecidedTask(event, place, memory);
    try {
      InputOutcome outcome = process(event, verified, place, memory, outbox);
      DecisionReceipt receipt = receipt(event, outcome, verified, outbox);
      receipt.setTaskWorkflow(workflow);
      outbox.add(receipt);
      return outcome;
    } catch (BadInputException invalid) {
      throw new BadInputException(invalid, workflow);
    }
  }

  private InputOutcome process(
      AgentEvent event,
      boolean verified,
      RecordCoordinates place,
      TaskStateStore memory,
      Outbox outbox) {
    InputOutcome outcome = events.process(event, verified, place, memory, outbox);
    observer.onProcessed(event, outcome);
    return outcome;
  }

  private static DecisionReceipt receipt(
      AgentEvent decision, InputOutcome outcome, boolean verified, Outbox outbox) {
    Source source = outbox.source();
    Instant at = outbox.decidedAt();
    return switch (outcome) {
      case TAKEN, ANSWERED -> DecisionReceipts.accepted(decision, verified, source, at);
      case REPEATED ->
          DecisionReceipts.refused(decision, DecisionReceipts.DUPLICATE, verified, source, at);
      case LATE -> DecisionReceipts.refused(decision, DecisionReceipts.LATE, verified, source, at);
    };
  }

  /**
   * The stored workflow of the task that a decision names, before the decision: its open gate's or
   * its state's; null if unknown. Of a subtask, the root's partition only knows that of its gate.
   */
  private @Nullable String workflowOfDecidedTask(
      AgentEvent decision, RecordCoordinates place, TaskStateStore memory) {
    String home = home(decision);
    RootHold block = memory.rootBlock(home);
    if (block != null
        && block.getHold() instanceof OpenGate gate
        && gate.getTaskId().equals(decision.getTaskId())
        && gate.getWorkflow() != null) {
      return gate.getWorkflow();
    }
    return home.equals(decision.getTaskId())
        ? Tasks.load(
                memory,
                home,
                place.eventTime(decision.getOccurredAt()),
                place.storageTime(),
                decision.getEventId(),
                kept -> policies.get().policyForWorkflow(LoadedEvent.workflow(decision, kept)))
            .getWorkflow()
        : null;
  }

  /**
   * Processes a signal on its target partition.
   *
   * @return false if it belongs to an earlier epoch of its root and has no effect
   */
  public boolean take(
      Signal signal, RecordCoordinates place, TaskStateStore memory, Outbox outbox) {
    return signals.process(signal, place, memory, outbox);
  }
}
