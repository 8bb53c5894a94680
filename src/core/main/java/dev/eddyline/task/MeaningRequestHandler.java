package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.MeaningBasedDetector;
import dev.eddyline.gate.Cause;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RemedyRecorder;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.state.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Requests meanings from the sentence model and processes its answers. Requests and answers are
 * signals, so an answer is an input like any other, however late. The verdict names the event that
 * caused the request.
 */
final class MeaningRequestHandler {

  private MeaningRequestHandler() {}

  /** Requests the meaning of an event if a detector needs it. */
  static void publishModelRequest(
      AgentEvent event,
      DetectionResults detected,
      DecisionContext context,
      TaskState state,
      RecordCoordinates coordinates,
      Outbox outbox) {
    if (detected.question().isEmpty()) {
      return;
    }
    var question = detected.question().get();
    VerdictSubject subject = context.subject();
    OpenRequest request =
        OpenRequest.newBuilder()
            .setRootTaskId(subject.rootTaskId())
            .setAgentId(subject.agentId())
            .setToAgent(question.toAgent())
            .setSessionId(subject.sessionId())
            .setWorkflow(subject.workflow())
            .setIngestToken(subject.sender())
            .setStep(Tasks.step(event, state))
            .setComplexity(state.getComplexity())
            .setEventTime(Instant.ofEpochMilli(subject.at()))
            .setRecordTime(Instant.ofEpochMilli(coordinates.recordTime()))
            .setStamp(state.getStamp())
            .setEpoch(context.root().epoch())
            .setCounted(LoopDecider.hasCountingLoop(detected.loops()))
            .setReplyRequested(
                event.getReplyRequested() && detected.reasonForReplyWithoutLoop(true).isEmpty())
            .setTaskCost(context.taskCost())
            .setExact(question.textHash())
            .setCompared(question.comparedRequests())
            .setRule(question.rule())
            .build();
    outbox.add(
        new Signal(
            new MeaningRequested(
                subject.eventId(),
                subject.taskId(),
                outbox.source(Cause.MEANING),
                request,
                question.texts())));
  }

  /**
   * Processes the meaning of an event. After a reset or when the task expired, it only publishes a
   * requested reply.
   *
   * @return false if it was too late to have an effect
   */
  static boolean handleModelAnswer(
      MeaningFound found,
      Policies policies,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      Outbox outbox) {
    MeaningBasedDetector<?, ?> rule =
        Detectors.MEANING_BASED.stream()
            .filter(it -> it.key().equals(found.getAsked().getRule()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unknown detector: " + found.getAsked().getRule()));
    return handleModelAnswer(found, rule, policies, coordinates, memory, outbox);
  }

  private static <H, L extends Detector.Limits> boolean handleModelAnswer(
      MeaningFound found,
      MeaningBasedDetector<H, L> rule,
      Policies policies,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      Outbox outbox) {
    OpenRequest request = found.getAsked();
    Policy policy =
        policies
            .policyForWorkflow(request.getWorkflow())
            .policyForStepAndComplexity(request.getStep(), request.getComplexity());
    long at = request.getEventTime().toEpochMilli();
    TaskState state =
        Tasks.load(
            memory,
            found.getTaskId(),
            at,
            coordinates.storageTime(),
            "meaning " + found.getEventId(),
            stored -> policy);
    TaskContext task = new TaskContext(found.getTaskId(), state, memory);
    Optional<H> earlierHistory = task.historyIfStampMatches(request.getStamp(), rule.history());
    if (state.getStamp() != request.getStamp() || earlierHistory.isEmpty()) {
      boolean isSettled =
          earlierHistory.isPresent() && !rule.isAnswerPending(found, earlierHistory.get());
      if (!isSettled) {
        Outbox late =
            outbox.outboxFor(
                Cause.MEANING_AFTER_RESET); // it may have been settled, which is no longer known
        publishReplyWithoutLoop(
            found,
            RootSignalHandler.STALE_EPOCH_REPLY_REASON,
            newDecisionContext(found, policy, state, coordinates, memory),
            late);
        late.records().forEach(outbox::add);
      }
      return false;
    }
    EnrichedEvent enriched = toEnrichedEvent(found, rule, state, coordinates, policy);
    H history = earlierHistory.get();
    DetectionResult<H> finding =
        rule.onMeaningFound(
            found, enriched, history, policy.limits(rule), policy.gate().progressForgives());
    if (finding.history() == history) {
      return true; // already settled
    }
    task.saveHistory(rule.history(), finding.history());
    DecisionContext context = newDecisionContext(found, policy, state, coordinates, memory);
    ReportedDecisions.recordReply(context, state, outbox);
    if (finding.loop().isEmpty()) {
      memory.taskState(found.getTaskId(), state);
      String reason = finding.forgiven().orElse(TaskEngine.NO_LOOP);
      publishReplyWithoutLoop(found, reason, context, outbox);
    } else {
      FoundLoop loop = finding.loop().get();
      if (LoopDecider.hasCountingLoop(List.of(loop))) {
        StateHistories.onLoopDetected(
            state, enriched.storedEvidence("the first loop"), enriched.costAfter(), policy);
      }
      RemedyRecorder learning =
          RemedyRecorderFactory.forRoot(request.getRootTaskId(), memory, () -> policies);
      decideOnFoundLoop(found, loop, context, state, coordinates, memory, learning, outbox);
    }
    return true;
  }

  private static void decideOnFoundLoop(
      MeaningFound found,
      FoundLoop loop,
      DecisionContext context,
      TaskState state,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      RemedyRecorder learning,
      Outbox outbox) {
    OpenRequest request = found.getAsked();
    SubtaskLoop signal =
        Signals.newSubtaskLoop(
                context.subject(),
                request.getStep(),
                request.getComplexity(),
                List.of(loop),
                request.getTaskCost(),
                request.getEpoch(),
                request.getRecordTime().toEpochMilli(),
                outbox)
            .setCounted(request.getCounted())
            .setReplyRequested(request.getReplyRequested())
            .setDecisionEventId(Signals.decisionEventId(context))
            .build();
    if (request.getRootTaskId().equals(found.getTaskId())) {
      RootSignalHandler.handleSubtaskSignal(
          signal, state, context.policy(), coordinates, memory, learning, outbox);
      return;
    }
    Subtask.recordSignalledLoops(context, List.of(loop), state);
    memory.taskState(found.getTaskId(), state);
    outbox.add(new Signal(signal));
  }

  private static void publishReplyWithoutLoop(
      MeaningFound found, String reason, DecisionContext context, Outbox outbox) {
    if (found.getAsked().getReplyRequested()) {
      LoopDecider.publishReplyWithoutLoop(context, reason, outbox);
    }
  }

  private static DecisionContext newDecisionContext(
      MeaningFound found,
      Policy policy,
      TaskState state,
      RecordCoordinates coordinates,
      TaskStateStore memory) {
    OpenRequest request = found.getAsked();
    long at = request.getEventTime().toEpochMilli();
    RootState root =
        request.getRootTaskId().equals(found.getTaskId())
            ? Tasks.rootState(state, found.getTaskId(), memory)
            : Subtask.loadSubtask(request.getRootTaskId(), state, at, coordinates, memory)
                .rootStateKnownHere();
    return new DecisionContext(subject(found, state), policy, request.getTaskCost(), root)
        .withRecordTime(
            request.getRecordTime().toEpochMilli(),
            memory.firstStart(),
            request.getReplyRequested())
        .withDecisionToReport(
            ReportedDecisions.findDecisionToReport(root.decided(), state, policy));
  }

  private static VerdictSubject subject(MeaningFound found, TaskState state) {
    OpenRequest request = found.getAsked();
    return new VerdictSubject(
        found.getEventId(),
        request.getIngestToken(),
        found.getTaskId(),
        request.getRootTaskId(),
        request.getAgentId(),
        request.getSessionId(),
        request.getWorkflow(),
        state.getTenant(),
        request.getStep(),
        request.getEventTime().toEpochMilli(),
        state.getUnknownContents());
  }

  /** The event with the fields that the detector reads; its text is the stored one. */
  private static EnrichedEvent toEnrichedEvent(
      MeaningFound found,
      MeaningBasedDetector<?, ?> rule,
      TaskState state,
      RecordCoordinates coordinates,
      Policy policy) {
    OpenRequest request = found.getAsked();
    AgentEvent event =
        new AgentEvent(
            found.getEventId(),
            found.getTaskId(),
            request.getRootTaskId(),
            null,
            request.getWorkflow(),
            request.getAgentId(),
            request.getSessionId(),
            request.getEventTime(),
            null,
            null,
            false,
            rule.restoreEventBody(request),
            null,
            state.getTenant());
    return new EnrichedEvent(
        event,
        request.getEventTime().toEpochMilli(),
        coordinates.partition(),
        coordinates.offset(),
        request.getTaskCost(),
        OptionalLong.empty(),
        false,
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        state.getSigns(),
        policy.redaction());
  }
}
