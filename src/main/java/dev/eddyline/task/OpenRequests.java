package dev.eddyline.task;

import dev.eddyline.detect.DetectionResult;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.EnrichedEvent;
import dev.eddyline.detect.MeaningBasedDetector;
import dev.eddyline.gate.Case;
import dev.eddyline.gate.Learning;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Ruling;
import dev.eddyline.gate.Subject;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Requests meanings from the sentence model and processes its answers. Requests and answers are
 * signals, so an answer is an input like any other, however late. The verdict names the event that
 * caused the request.
 */
final class OpenRequests {

  private OpenRequests() {}

  /** Requests the meaning of an event if a detector needs it. */
  static void ask(
      AgentEvent event,
      Detected detected,
      Case situation,
      TaskState state,
      Place place,
      Outbox outbox) {
    if (detected.question().isEmpty()) {
      return;
    }
    var question = detected.question().get();
    Subject subject = situation.subject();
    OpenRequest asked =
        OpenRequest.newBuilder()
            .setRootTaskId(subject.rootTaskId())
            .setAgentId(subject.agentId())
            .setToAgent(question.toAgent())
            .setSessionId(subject.sessionId())
            .setWorkflow(subject.workflow())
            .setStep(Tasks.step(event, state))
            .setComplexity(state.getComplexity())
            .setEventTime(Instant.ofEpochMilli(subject.at()))
            .setRecordTime(Instant.ofEpochMilli(place.recordTime()))
            .setStamp(state.getStamp())
            .setEpoch(situation.root().epoch())
            .setCounted(Ruling.counts(detected.loops()))
            .setReplyRequested(event.getReplyRequested() && detected.answer(true).isEmpty())
            .setTaskCost(situation.taskCost())
            .setExact(question.textHash())
            .setCompared(question.comparedRequests())
            .setRule(question.rule())
            .build();
    outbox.add(
        new Signal(
            new MeaningRequested(
                subject.eventId(),
                subject.taskId(),
                outbox.meaningSource(),
                asked,
                question.texts())));
  }

  /**
   * Processes the meaning of an event. After a reset or when the task expired, it only publishes a
   * requested reply.
   *
   * @return false if it was too late to have an effect
   */
  static boolean take(
      MeaningFound found, Policies policies, Place place, Memory memory, Outbox outbox) {
    MeaningBasedDetector<?, ?> rule =
        Detectors.MEANING_BASED.stream()
            .filter(it -> it.key().equals(found.getAsked().getRule()))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "unknown detector: " + found.getAsked().getRule()));
    return take(found, rule, policies, place, memory, outbox);
  }

  private static <H, L extends Detector.Limits> boolean take(
      MeaningFound found,
      MeaningBasedDetector<H, L> rule,
      Policies policies,
      Place place,
      Memory memory,
      Outbox outbox) {
    OpenRequest asked = found.getAsked();
    Policy policy = policies.of(asked.getWorkflow()).at(asked.getStep(), asked.getComplexity());
    long at = asked.getEventTime().toEpochMilli();
    TaskState state =
        Tasks.load(
            memory,
            found.getTaskId(),
            at,
            place.storageTime(),
            "meaning " + found.getEventId(),
            remembered -> policy);
    TaskMemory task = new TaskMemory(found.getTaskId(), state, memory);
    Optional<H> ofThen = task.since(asked.getStamp(), rule.history());
    if (state.getStamp() != asked.getStamp() || ofThen.isEmpty()) {
      boolean isSettled = ofThen.isPresent() && !rule.isPending(found, ofThen.get());
      if (!isSettled) {
        Outbox late = outbox.afterReset(); // it may have been settled, which is no longer known
        answer(found, Roots.LEFT, policy, state, place, memory, late);
        late.records().forEach(outbox::add);
      }
      return false;
    }
    EnrichedEvent seen = observation(found, rule, state, place, policy);
    H history = ofThen.get();
    DetectionResult<H> finding =
        rule.onMeaningFound(
            found, seen, history, policy.limits(rule), policy.gate().progressForgives());
    if (finding.history() == history) {
      return true; // already settled
    }
    task.save(rule.history(), finding.history());
    if (finding.loop().isEmpty()) {
      memory.task(found.getTaskId(), state);
      String reason = finding.forgiven().orElse(TaskEngine.NO_LOOP);
      answer(found, reason, policy, state, place, memory, outbox);
    } else {
      FoundLoop loop = finding.loop().get();
      if (Ruling.counts(List.of(loop))) {
        Detectors.TASK_SCOPED.forEach(each -> task.looped(seen, each, policy));
      }
      Learning learning = Learners.of(asked.getRootTaskId(), memory, () -> policies);
      rule(found, loop, policy, state, place, memory, learning, outbox);
    }
    return true;
  }

  private static void rule(
      MeaningFound found,
      FoundLoop loop,
      Policy policy,
      TaskState state,
      Place place,
      Memory memory,
      Learning learning,
      Outbox outbox) {
    OpenRequest asked = found.getAsked();
    Signal signal =
        Signals.loop(
            subject(found),
            asked.getStep(),
            asked.getComplexity(),
            List.of(loop),
            asked.getTaskCost(),
            asked.getEpoch(),
            asked.getRecordTime().toEpochMilli(),
            asked.getCounted(),
            asked.getReplyRequested(),
            Optional.empty(),
            outbox);
    if (asked.getRootTaskId().equals(found.getTaskId())) {
      SubtaskLoop body = (SubtaskLoop) signal.getBody();
      Roots.take(body, state, policy, place, memory, learning, outbox);
      return;
    }
    Case situation = situation(found, policy, state, place, memory);
    state.setCounted(state.getCounted() || Ruling.counts(List.of(loop)));
    Tasks.startAnew(Ruling.expected(situation, List.of(loop), state.getSignalled()), state);
    state.setSignalled(Ruling.signalled(situation, List.of(loop), state.getSignalled()));
    memory.task(found.getTaskId(), state);
    outbox.add(signal);
  }

  private static void answer(
      MeaningFound found,
      String reason,
      Policy policy,
      TaskState state,
      Place place,
      Memory memory,
      Outbox outbox) {
    if (found.getAsked().getReplyRequested()) {
      Ruling.answer(situation(found, policy, state, place, memory), reason, outbox);
    }
  }

  private static Case situation(
      MeaningFound found, Policy policy, TaskState state, Place place, Memory memory) {
    OpenRequest asked = found.getAsked();
    long at = asked.getEventTime().toEpochMilli();
    RootStanding root =
        asked.getRootTaskId().equals(found.getTaskId())
            ? Tasks.standing(state, found.getTaskId(), memory)
            : Subtask.of(asked.getRootTaskId(), state, at, place, memory).root();
    return new Case(subject(found), policy, asked.getTaskCost(), root)
        .recorded(
            asked.getRecordTime().toEpochMilli(), memory.firstStart(), asked.getReplyRequested());
  }

  private static Subject subject(MeaningFound found) {
    OpenRequest asked = found.getAsked();
    return new Subject(
        found.getEventId(),
        found.getTaskId(),
        asked.getRootTaskId(),
        asked.getAgentId(),
        asked.getSessionId(),
        asked.getWorkflow(),
        asked.getEventTime().toEpochMilli());
  }

  /** The event with the fields that the detector reads; its text is the stored one. */
  private static EnrichedEvent observation(
      MeaningFound found,
      MeaningBasedDetector<?, ?> rule,
      TaskState state,
      Place place,
      Policy policy) {
    OpenRequest asked = found.getAsked();
    AgentEvent event =
        new AgentEvent(
            found.getEventId(),
            found.getTaskId(),
            asked.getRootTaskId(),
            null,
            asked.getWorkflow(),
            asked.getAgentId(),
            asked.getSessionId(),
            asked.getEventTime(),
            null,
            null,
            false,
            rule.eventBody(asked));
    return new EnrichedEvent(
        event,
        asked.getEventTime().toEpochMilli(),
        place.partition(),
        place.offset(),
        asked.getTaskCost(),
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
