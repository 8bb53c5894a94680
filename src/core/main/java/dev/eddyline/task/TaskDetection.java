package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.actions.PendingCall;
import dev.eddyline.detect.actions.RepeatedActionLimits;
import dev.eddyline.detect.actions.ToolCalls;
import dev.eddyline.detect.api.CallExcerpts;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.api.MeaningQuestion;
import dev.eddyline.detect.api.OffGraphTransition;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyLimits.LimitedDetector;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.state.StateParts;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import dev.eddyline.text.TestCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Runs all task detectors on an event.
 *
 * @param policy the effective policy
 * @param graph the graph of its workflow, if any
 * @param task the state and histories of the task
 * @param observer observes each detector
 */
record TaskDetection(
    Policy policy, Optional<TransitionLookup> graph, TaskContext task, EventObserver observer) {

  /**
   * Runs the detectors.
   *
   * @param costBefore cost of the task before the event
   * @param silenceMillis time without an event of the task just before it
   */
  DetectionResults runDetectors(
      AgentEvent event,
      long at,
      RecordCoordinates coordinates,
      Cost costBefore,
      long silenceMillis) {
    boolean muted = policy.isMuted(event, task.state().getStep(), at);
    EnrichedEvent enriched =
        toEnrichedEvent(event, at, coordinates, costBefore, silenceMillis, muted);
    Signs before = task.state().getSigns();
    saveProgress(enriched.progress());
    List<FoundLoop> loops = new ArrayList<>(0);
    Optional<String> noLoopReason = Optional.empty();
    List<FailureSignature> failures = List.of();
    Optional<MeaningQuestion> question = Optional.empty();
    Optional<OffGraphTransition> offGraph = Optional.empty();
    List<LimitedDetector<?, ?>> detectors =
        usesOutcomes() && repeatsUserMessage(event.getBody())
            ? List.of()
            : policy.limits().taskScoped(event.getBody());
    for (LimitedDetector<?, ?> limited : detectors) {
      Detector<?, ?> detector = limited.detector();
      if (muted && detector.resetsOnMutedEvent() && detector.supports(enriched)) {
        task.clearHistory(detector.history());
      }
      if (enriched.retry() && !detector.receivesTransportRetries()
          || muted && !detector.receivesMutedEvent(enriched)
          || enriched.isAgentWaiting() && !detector.receivesEventsWhileWaiting()) {
        continue;
      }
      DetectionResult<?> finding = task.runDetector(enriched, limited, observer);
      if (finding.loop().isPresent()) {
        loops.add(finding.loop().get());
      }
      if (finding.history() instanceof FailureHistory remembered) {
        failures = remembered.getFailures();
      }
      noLoopReason = noLoopReason.isPresent() ? noLoopReason : finding.forgiven();
      if (finding.isNew()) {
        clearHistories(policy.limits().resetOnNewResponse());
      }
      question = question.isPresent() ? question : finding.question();
      offGraph = offGraph.isPresent() ? offGraph : finding.offGraph();
    }
    if (LoopDecider.hasCountingLoop(loops)) {
      StateHistories.onLoopDetected(
          task.state(), enriched.storedEvidence("the first loop"), enriched.costAfter(), policy);
    }
    observer.onDetection(enriched, policy, muted, before, loops, noLoopReason);
    boolean unsettled =
        !(muted || enriched.retry() || enriched.isAgentWaiting())
            && noLoopReason.isEmpty()
            && question.isEmpty()
            && !LoopDecider.hasLoopToPublish(loops);
    return new DetectionResults(loops, noLoopReason, failures, unsettled, question, offGraph);
  }

  /**
   * The event with its derived features. Results that no detector stores never count as new, since
   * the same one would be new each time. These are results of muted events, waiting agents and
   * transport retries.
   */
  private EnrichedEvent toEnrichedEvent(
      AgentEvent event,
      long at,
      RecordCoordinates coordinates,
      Cost costBefore,
      long silenceMillis,
      boolean muted) {
    TaskState state = task.state();
    Object body = event.getBody();
    Optional<PendingCall> answeredCall = ToolCalls.answeredCall(body, state);
    Optional<String> externalFault = policy.externalFaultKind(body);
    boolean waits =
        at < WaitTracker.waitingUntilMillis(state) && !(body instanceof FailureReported);
    boolean waiting = waits || externalFault.isPresent();
    boolean comparable = !muted && !waiting;
    EventTexts texts =
        new EventTexts(
            policy.redaction(),
            usesOutcomes() ? Optional.of(CallExcerpts.of(event, state)) : Optional.empty());
    Optional<TestCounts> counts =
        externalFault.isPresent() ? Optional.empty() : testCounts(body, texts);
    Optional<Sketch> result = Sketch.in(body, texts, policy.masking(), counts);
    RepeatedActionLimits actionLimits = policy.limits(Detectors.REPEATED_ACTION);
    boolean retry =
        answeredCall.map(PendingCall::retry).orElse(false)
            || body instanceof ToolCalled call && call.getRetryOf() != null;
    boolean waited = body instanceof ToolCalled && state.getPausedAt() != null;
    long pausedMillis = waited ? Math.max(silenceMillis, at - state.getPausedAt()) : silenceMillis;
    WaitShare share = ToolCalls.waitShare(body, actionLimits);
    if (body instanceof ToolCalled) {
      state.setPausedAt(share == WaitShare.ALL ? Long.valueOf(at - pausedMillis) : null);
    }
    boolean isPoll =
        actionLimits.judgesByOutcome() && body instanceof ToolReturned returned
            ? OutcomeTracker.mayPoll(returned, state)
            : answeredCall.map(PendingCall::isPoll).orElse(waited);
    Optional<CallOutcome> outcome =
        usesOutcomes()
            ? OutcomeTracker.track(event, at, state, comparable, share, waited, policy)
            : Optional.empty();
    boolean newResult =
        comparable
            && !retry
            && !answeredCall.map(PendingCall::onlyWaits).orElse(false)
            && (actionLimits.judgesByOutcome() && answeredCall.isPresent()
                ? outcome.filter(CallOutcome::isNewResult).isPresent()
                : ToolCalls.isNewResult(body, answeredCall, result, state, actionLimits));
    OptionalLong madeCall =
        actionLimits.judgesByOutcome()
            ? OutcomeTracker.madeCall(body, state)
            : OptionalLong.empty();
    return new EnrichedEvent(
        event,
        at,
        coordinates.partition(),
        coordinates.offset(),
        costBefore,
        answeredCall.map(call -> pauseOfResult(call, body, silenceMillis)).orElse(pausedMillis),
        share,
        isPoll,
        state.getStep() != null,
        answeredCall.map(call -> OptionalLong.of(call.call())).orElse(madeCall),
        retry,
        waiting,
        newResult,
        result,
        outcome,
        counts,
        externalFault,
        ProgressTracker.update(
            state.getSigns(), body, comparable ? counts : Optional.empty(), newResult),
        texts,
        graph);
  }

  /** Whether a user message equals the one before: then a program sent it, and it ends nothing. */
  private boolean repeatsUserMessage(Object body) {
    if (!(body instanceof UserMessage message)) {
      return false;
    }
    Long hash = Hash.of(message.getText());
    boolean isRepeated = hash.equals(task.state().part(StateParts.USER_MESSAGE));
    task.state().part(StateParts.USER_MESSAGE, hash);
    return isRepeated;
  }

  private boolean usesOutcomes() {
    return policy.limits(Detectors.REPEATED_ACTION).judgesByOutcome()
        || policy.limits(Detectors.UNPRODUCTIVE_STRETCH).enabled();
  }

  /**
   * The pause of an agent at a tool result, milliseconds. A tool that runs for long may itself be
   * waiting, but not if it fails: a slow test is not a pause.
   */
  private static long pauseOfResult(PendingCall call, Object body, long silenceMillis) {
    boolean isError = body instanceof ToolReturned returned && returned.getIsError();
    return isError ? call.silenceMillis() : Math.max(call.silenceMillis(), silenceMillis);
  }

  private static Optional<TestCounts> testCounts(Object body, EventTexts texts) {
    if (body instanceof FailureReported failure) {
      return TestCounts.in(texts.read(failure.getMessage()));
    }
    return body instanceof ToolReturned returned
        ? TestCounts.in(texts.read(ToolTexts.output(returned)))
        : Optional.empty();
  }

  /**
   * Updates the progress. After progress, the histories of the detectors that it resets are
   * cleared.
   */
  private void saveProgress(Signs now) {
    Signs stored = task.state().getSigns();
    if (!now.equals(stored)) {
      task.state().setSigns(now);
    }
    if (now.getNews() == stored.getNews() && now.getProgress() == stored.getProgress()) {
      return;
    }
    clearHistories(policy.limits().resetOnProgress());
  }

  private void clearHistories(List<LimitedDetector<?, ?>> detectors) {
    detectors.forEach(each -> task.onProgress(each.detector()));
  }
}
