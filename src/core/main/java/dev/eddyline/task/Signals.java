package dev.eddyline.task;

import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.gate.Cause;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.Epochs;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.RootStates;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.SessionEvent;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.StrayEvaluation;
import dev.eddyline.schema.StrayRecord;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.SubtaskMove;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.schema.SubtaskSign;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.state.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Builds the signals between partitions and determines their target. */
public final class Signals {

  private Signals() {}

  /** The key of a signal: a task, a root task or a session. */
  public static String partitioningKey(Signal signal) {
    Object body = signal.getBody();
    if (body instanceof StrayRecord misrouted) {
      return TaskEngine.home(misrouted.getEvent());
    }
    if (body instanceof StrayEvaluation misrouted) {
      return misrouted.getEvaluation().getTaskId();
    }
    if (body instanceof Forgetting order) {
      return order.getTaskId();
    }
    if (body instanceof MeaningRequested || body instanceof MeaningFound) {
      return (String) field(signal, "taskId");
    }
    return body instanceof SessionEvent sessionEvent
        ? sessionEvent.getEvent().getSessionId()
        : (String) field(signal, "rootTaskId");
  }

  /**
   * The explicit target partition of a signal; empty if the key determines it. Root updates go to
   * each partition of the subtasks, erasure orders to all partitions.
   */
  public static OptionalInt explicitTargetPartition(Signal signal) {
    if (signal.getBody() instanceof Forgetting order) {
      return OptionalInt.of(order.getPartition());
    }
    return signal.getBody() instanceof RootNews rootUpdate
        ? OptionalInt.of(rootUpdate.getPartition())
        : OptionalInt.empty();
  }

  /**
   * The coordinates of the event that caused a signal.
   *
   * @param recordTime timestamp of the signal's own record, epoch milliseconds
   */
  public static RecordCoordinates coordinatesOfCausingEvent(
      Signal signal, long recordTime, long storageTime, Instant decidedAt) {
    if (signal.getBody() instanceof StrayRecord misrouted) {
      return new RecordCoordinates(
          misrouted.getTopic(),
          misrouted.getPartition(),
          misrouted.getOffset(),
          misrouted.getTimestamp().toEpochMilli(),
          storageTime,
          decidedAt);
    }
    if (signal.getBody() instanceof StrayEvaluation misrouted) {
      return new RecordCoordinates(
          misrouted.getTopic(),
          misrouted.getPartition(),
          misrouted.getOffset(),
          misrouted.getTimestamp().toEpochMilli(),
          storageTime,
          decidedAt);
    }
    Source source = source(signal);
    long ownTime = recordTime;
    if (signal.getBody() instanceof SessionEvent sessionEvent) {
      ownTime = sessionEvent.getRecordTime().toEpochMilli();
    } else if (signal.getBody() instanceof SubtaskLoop loop) {
      ownTime = loop.getRecordTime().toEpochMilli();
    } else if (signal.getBody() instanceof MeaningFound found) {
      ownTime = found.getAsked().getRecordTime().toEpochMilli();
    }
    return new RecordCoordinates(
        source.getTopic(),
        source.getPartition(),
        source.getOffset(),
        ownTime,
        storageTime,
        decidedAt);
  }

  /** An empty outbox for a signal; its records continue the numbering. */
  public static Outbox outbox(Signal signal, Instant decidedAt) {
    return new Outbox(source(signal), decidedAt);
  }

  private static Source source(Signal signal) {
    return (Source) field(signal, "source");
  }

  private static Object field(Signal signal, String name) {
    SpecificRecord body = (SpecificRecord) signal.getBody();
    return body.get(body.getSchema().getField(name).pos());
  }

  /**
   * The loops that a task's event closed, for its root to decide on.
   *
   * @param recordTime timestamp of the event's record, epoch milliseconds
   */
  static SubtaskLoop.Builder newSubtaskLoop(
      VerdictSubject subject,
      String step,
      String complexity,
      List<FoundLoop> loops,
      Cost taskCost,
      long epoch,
      long recordTime,
      Outbox outbox) {
    return SubtaskLoop.newBuilder()
        .setEventId(subject.eventId())
        .setTaskId(subject.taskId())
        .setAgentId(subject.agentId())
        .setSessionId(subject.sessionId())
        .setWorkflow(subject.workflow())
        .setTenant(subject.tenant())
        .setIngestToken(subject.sender())
        .setRootTaskId(subject.rootTaskId())
        .setStep(step)
        .setComplexity(complexity)
        .setSource(outbox.source())
        .setEventTime(Instant.ofEpochMilli(subject.at()))
        .setLoops(loops)
        .setTaskCost(taskCost)
        .setUnknownContents(subject.unknownContents())
        .setEpoch(epoch)
        .setRecordTime(Instant.ofEpochMilli(recordTime));
  }

  /** The event of the decision that the root's verdict reports to the task; null if none. */
  static @Nullable String decisionEventId(DecisionContext context) {
    return context.decisionToReport().map(PersonDecision::getEventId).orElse(null);
  }

  /**
   * A subtask's off-graph transition for its root's verdict; a requested reply reports it already.
   */
  static SubtaskMove convertOffGraphTransition(OffGraphTransition move, boolean replyRequested) {
    return new SubtaskMove(move.edge(), move.reason(), move.isNew() && !replyRequested);
  }

  /** The transition of a subtask's event, if its workflow's graph does not have it. */
  static Optional<OffGraphTransition> convertOffGraphTransition(SubtaskLoop loop) {
    return Optional.ofNullable(loop.getOffGraph())
        .map(it -> new OffGraphTransition(it.getMove(), it.getReason(), it.getUntold()));
  }

  /** A signal that a subtask made progress, so that its root removes its loops. */
  static Signal newSubtaskProgressSignal(VerdictSubject subject, long epoch, Outbox outbox) {
    return new Signal(
        new SubtaskProgress(
            subject.eventId(),
            subject.taskId(),
            subject.rootTaskId(),
            subject.workflow(),
            outbox.source(),
            Instant.ofEpochMilli(subject.at()),
            epoch));
  }

  /** A signal to the root that a subtask is active on this partition. */
  static Signal newSubtaskAliveSignal(
      VerdictSubject subject, int partition, long epoch, Outbox outbox) {
    return new Signal(
        new SubtaskSign(
            subject.eventId(),
            subject.taskId(),
            subject.rootTaskId(),
            partition,
            outbox.source(),
            Instant.ofEpochMilli(subject.at()),
            epoch));
  }

  /** A signal with the root's state for a partition of its subtasks. */
  static Signal newRootUpdateSignal(
      String root, RootState rootState, int partition, long at, Source source) {
    RootHold block = rootState.block();
    Epochs epochs = rootState.epochs();
    return new Signal(
        new RootNews(
            root,
            partition,
            source,
            Instant.ofEpochMilli(at),
            epochs.current(),
            epochs.lastHistoryClearingEpoch(),
            epochs.clearedAt(),
            RootStates.blockForSubtasks(block),
            rootState.decided()));
  }

  /**
   * A signal with an event for its session: without texts and costs, all names filled in. Records
   * in the state that the session hears of the task.
   */
  static Signal newSessionEventSignal(
      AgentEvent event,
      DecisionContext context,
      TaskState state,
      boolean counted,
      RecordCoordinates coordinates,
      Outbox outbox) {
    AgentEvent withoutTextsAndCosts =
        new AgentEvent(
            event.getEventId(),
            event.getTaskId(),
            context.subject().rootTaskId(),
            event.getParentTaskId(),
            context.subject().workflow(),
            event.getAgentId(),
            event.getSessionId(),
            event.getOccurredAt(),
            null,
            null,
            false,
            withoutTexts(event.getBody()),
            event.getIngestToken(),
            context.subject().tenant());
    return new Signal(
        new SessionEvent(
            outbox.source(Cause.SESSION),
            Instant.ofEpochMilli(coordinates.recordTime()),
            Tasks.step(event, state),
            Tasks.complexity(event, state),
            state.getCost(),
            context.root().epoch(),
            counted,
            SessionHops.recordHopAndCheckProgress(event, state),
            withoutTextsAndCosts));
  }

  private static Object withoutTexts(Object body) {
    if (body instanceof TaskStarted started) {
      return new TaskStarted("", started.getComplexity(), started.getKind());
    }
    return body instanceof TaskAttempted attempt
        ? new TaskAttempted(attempt.getStatus(), null, null, attempt.getProposed())
        : body;
  }
}
