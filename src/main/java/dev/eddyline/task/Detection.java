package dev.eddyline.task;

import dev.eddyline.detect.DetectionResult;
import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.EnrichedEvent;
import dev.eddyline.detect.EventTexts;
import dev.eddyline.detect.MeaningQuestion;
import dev.eddyline.detect.OffGraphTransition;
import dev.eddyline.detect.PendingCall;
import dev.eddyline.detect.ProgressTracker;
import dev.eddyline.detect.RepeatedAction;
import dev.eddyline.detect.Sketch;
import dev.eddyline.detect.TestCounts;
import dev.eddyline.gate.Ruling;
import dev.eddyline.graph.RunGraph;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.ToolReturned;
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
 */
record Detection(Policy policy, Optional<RunGraph> graph, TaskMemory task) {

  /** The detector that decides which results are new. */
  private static final RepeatedAction ACTIONS =
      Detectors.ALL.stream()
          .filter(RepeatedAction.class::isInstance)
          .map(RepeatedAction.class::cast)
          .findFirst()
          .orElseThrow();

  /**
   * Runs the detectors.
   *
   * @param before cost of the task before the event
   */
  Detected of(AgentEvent event, long at, Place place, Cost before) {
    boolean muted = policy.isMuted(event, task.state().getStep(), at);
    EnrichedEvent seen = observe(event, at, place, before, muted);
    follow(seen.progress());
    List<FoundLoop> loops = new ArrayList<>(0);
    Optional<String> forgiven = Optional.empty();
    List<FailureSignature> failures = List.of();
    Optional<MeaningQuestion> question = Optional.empty();
    Optional<OffGraphTransition> offGraph = Optional.empty();
    for (Detector<?, ?> detector : Detectors.TASK_SCOPED) {
      if (muted && !detector.receivesMuted(seen)
          || seen.agentWaiting() && !detector.receivesWhileWaiting()) {
        continue;
      }
      DetectionResult<?> finding = task.show(seen, detector, policy);
      if (finding.loop().isPresent()) {
        loops.add(finding.loop().get());
      }
      if (finding.history() instanceof FailureHistory remembered) {
        failures = remembered.getFailures();
      }
      forgiven = forgiven.isPresent() ? forgiven : finding.forgiven();
      question = question.isPresent() ? question : finding.question();
      offGraph = offGraph.isPresent() ? offGraph : finding.offGraph();
    }
    if (Ruling.counts(loops)) {
      Detectors.TASK_SCOPED.forEach(rule -> task.looped(seen, rule, policy));
    }
    boolean unsettled =
        !(muted || seen.retry() || seen.agentWaiting())
            && forgiven.isEmpty()
            && question.isEmpty()
            && !Ruling.isPublished(loops);
    return new Detected(loops, forgiven, failures, unsettled, question, offGraph);
  }

  /**
   * The event with its derived features. Results that no detector stores never count as new, since
   * the same one would be new each time. These are results of muted events, waiting agents and
   * transport retries.
   */
  private EnrichedEvent observe(
      AgentEvent event, long at, Place place, Cost before, boolean muted) {
    TaskState state = task.state();
    Object body = event.getBody();
    Optional<PendingCall> answered = RepeatedAction.answeredCall(body, state);
    Optional<String> external = policy.externalFault(body);
    boolean waits = at < Waiting.until(state) && !(body instanceof FailureReported);
    boolean waiting = waits || external.isPresent();
    boolean taken = !muted && !waiting;
    Optional<TestCounts> counts = external.isPresent() ? Optional.empty() : counts(body);
    EventTexts texts = new EventTexts(policy.redaction());
    Optional<Sketch> result = Sketch.in(body, texts, policy.masking(), counts);
    boolean retry = answered.map(PendingCall::retry).orElse(false);
    boolean news =
        taken
            && !retry
            && RepeatedAction.isNewResult(body, answered, result, state, policy.limits(ACTIONS));
    return new EnrichedEvent(
        event,
        at,
        place.partition(),
        place.offset(),
        before,
        answered.map(call -> OptionalLong.of(call.call())).orElse(OptionalLong.empty()),
        retry,
        waiting,
        news,
        result,
        counts,
        external,
        ProgressTracker.update(state.getSigns(), body, taken ? counts : Optional.empty(), news),
        texts,
        graph);
  }

  private static Optional<TestCounts> counts(Object body) {
    if (body instanceof FailureReported failure) {
      return TestCounts.in(failure.getMessage());
    }
    return body instanceof ToolReturned returned
        ? TestCounts.in(returned.getOutput())
        : Optional.empty();
  }

  /**
   * Updates the progress. After progress, the histories of the detectors that it resets are
   * cleared.
   */
  private void follow(Signs now) {
    Signs before = task.state().getSigns();
    task.state().setSigns(now);
    if (now.getNews() == before.getNews() && now.getProgress() == before.getProgress()) {
      return;
    }
    for (Detector<?, ?> detector : Detectors.TASK_SCOPED) {
      if (policy.limits(detector).resetsOnProgress()) {
        task.forget(detector.history());
      }
    }
  }
}
