package dev.eddyline.replay;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.policy.Mute;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyLimits.LimitedDetector;
import dev.eddyline.replay.EventTrace.Detection;
import dev.eddyline.replay.ExplainedEvent.Note;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.InputOutcome;
import dev.eddyline.yaml.Printable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/** What happened with an event, in words for a person. */
final class EventNotes {

  static final String NEW_RESULT = "new_result";
  static final String VERDICT = "verdict";

  private final AgentEvent event;
  private final Policy policy;
  private final Optional<TaskState> state;
  private final List<Note> notes = new ArrayList<>();

  /**
   * The notes of an event.
   *
   * @param policy the policy for its step and complexity
   * @param state the task's state after it
   */
  EventNotes(AgentEvent event, Policy policy, Optional<TaskState> state) {
    this.event = event;
    this.policy = policy;
    this.state = state;
  }

  /** The notes. */
  List<Note> notes() {
    return notes;
  }

  /** The note of a record that was dead-lettered. */
  static Note deadLettered(String reason) {
    return new Note("dead_lettered", "dead-lettered: " + reason);
  }

  private void add(String kind, String text) {
    notes.add(new Note(kind, text));
  }

  /** Adds that it is an event of another task: of the root. */
  void addOtherTask() {
    add("other_task", "event of task " + Printable.escape(event.getTaskId()));
  }

  /** Adds how the engine processed the event. */
  void add(EventTrace trace, List<String> deadLetterReasons) {
    deadLetterReasons.forEach(reason -> notes.add(deadLettered(Printable.escape(reason))));
    Optional<InputOutcome> outcome = trace.outcome();
    if (outcome.filter(it -> it == InputOutcome.REPEATED).isPresent()) {
      add("duplicate", "duplicate: an event with this eventId was already processed");
    } else if (outcome.filter(it -> it == InputOutcome.LATE).isPresent()) {
      add("late", "late: older than the deduplication horizon, so it counts towards no loop");
    } else if (outcome.filter(it -> it == InputOutcome.ANSWERED).isPresent()) {
      add("proposed", "proposed: only replied to, not recorded");
    }
    trace.detection().ifPresent(detection -> addDetection(detection, trace));
  }

  private void addDetection(Detection detection, EventTrace trace) {
    EnrichedEvent enriched = detection.enriched();
    if (detection.isMuted()) {
      String step = state.map(TaskState::getStep).orElse(null);
      policy
          .mutes()
          .findMute(event, step, enriched.eventTimeMillis())
          .ifPresent(mute -> add("muted", describe(mute)));
    }
    if (enriched.externalFaultKind().isPresent()) {
      add(
          "external_fault",
          "external fault (%s): only external_fault counts it"
              .formatted(enriched.externalFaultKind().get()));
    } else if (enriched.isAgentWaiting()) {
      add("waiting", "the agent waits%s: repetitions do not count".formatted(untilWhen()));
    } else if (enriched.waits() == WaitShare.ALL) {
      add("waiting", "a call that only waits: it does not count");
    }
    if (enriched.retry()) {
      add("transport_retry", transportRetry());
    }
    addProgress(detection, trace);
    detection
        .reasonForNoLoop()
        .ifPresent(reason -> add("no_loop", "a repetition that does not count: " + reason));
  }

  private String describe(Mute mute) {
    return "muted until %s: %s %s (%s)"
        .formatted(
            mute.until(),
            OutputJson.word(mute.kind()),
            policy.redaction().apply(mute.name()),
            policy.redaction().apply(mute.reason()));
  }

  private String untilWhen() {
    return state
        .map(TaskState::getWaitingUntil)
        .map(until -> " until " + Instant.ofEpochMilli(until))
        .orElse("");
  }

  private String transportRetry() {
    return event.getBody() instanceof ToolCalled call && call.getRetryOf() != null
        ? "transport retry of call %s: not a repetition"
            .formatted(policy.redaction().apply(call.getRetryOf()))
        : "result of a transport retry, or second result of a call: not a repetition";
  }

  private void addProgress(Detection detection, EventTrace trace) {
    EnrichedEvent enriched = detection.enriched();
    if (enriched.isNewResult()) {
      add(NEW_RESULT, "a new result" + resets(policy.limits().resetOnProgress()));
    }
    if (enriched.progress().getProgress() > detection.before().getProgress()) {
      String reason = ProgressTracker.reason(enriched.progress());
      add("progress", "progress: " + reason + resets(policy.limits().resetOnProgress()));
    }
    if (event.getBody() instanceof UserMessage && !trace.changedDetectors().isEmpty()) {
      add("reset", "a user message resets " + String.join(", ", trace.changedDetectors()));
    }
    boolean isResultWithoutOutcome =
        event.getBody() instanceof ToolReturned
            && enriched.outcome().isEmpty()
            && notes.isEmpty()
            && policy.limits(Detectors.REPEATED_ACTION).judgesByOutcome();
    if (isResultWithoutOutcome) {
      add("no_outcome", "the result of a call that only waits, or of no known call: no outcome");
    }
  }

  private static String resets(List<LimitedDetector<?, ?>> detectors) {
    String keys =
        detectors.stream()
            .filter(each -> each.limits().enabled())
            .map(each -> each.detector().key())
            .collect(Collectors.joining(", "));
    return keys.isEmpty() ? "" : ", which resets " + keys;
  }

  /** Adds what was published for the event, and why a loop was not. */
  void addOutputs(List<SpecificRecord> outputs, EventTrace trace) {
    for (SpecificRecord output : outputs) {
      if (output instanceof LoopVerdict verdict) {
        addVerdict(verdict);
      } else if (output instanceof GateTrigger gate) {
        add("gate", "gate " + OutputJson.word(gate.getState()));
      } else if (output instanceof LoopReset reset) {
        add(
            "reset",
            "the loop counter (%d) and all detectors are reset: %s"
                .formatted(reset.getPreviousCount(), reset.getReason()));
      }
    }
    boolean hasVerdict = notes.stream().anyMatch(note -> note.kind().equals(VERDICT));
    List<FoundLoop> loops = trace.detection().map(Detection::loops).orElse(List.of());
    if (!hasVerdict && !loops.isEmpty()) {
      add("loop", describe(loops));
    }
  }

  private static String describe(List<FoundLoop> loops) {
    String types =
        loops.stream()
            .map(loop -> OutputJson.word(loop.getLoopType()))
            .collect(Collectors.joining(", "));
    return types
        + (LoopDecider.hasLoopToPublish(loops)
            ? " without a verdict: the open gate already has this loop"
            : " without a verdict: by the policy it does not count");
  }

  private void addVerdict(LoopVerdict verdict) {
    boolean isLoop = verdict.getLoopType() != LoopType.OK;
    String action = OutputJson.word(verdict.getAction());
    String shadow = verdict.getShadow() ? " (mode shadow: nothing is blocked)" : "";
    if (isLoop) {
      add(
          VERDICT,
          "verdict %s%s, action %s: %s"
              .formatted(
                  OutputJson.word(verdict.getLoopType()), shadow, action, verdict.getReason()));
    } else {
      boolean isPlain = verdict.getAction() == Action.CONTINUE;
      String gate = verdict.getGateId() == null ? "" : "a gate waits for a decision; ";
      add(
          "reply",
          (isPlain ? "reply ok: " : "reply " + action + ": ") + gate + verdict.getReason());
    }
  }

  /** Adds which detectors recorded the event, if nothing else is known of it. */
  void addDetectorsIfNoNote(EventTrace trace) {
    if (!notes.isEmpty()) {
      return;
    }
    if (trace.changedDetectors().isEmpty()) {
      add("not_counted", "no rule counts it");
    } else {
      add("recorded", "no loop; recorded by " + String.join(", ", trace.changedDetectors()));
    }
  }
}
