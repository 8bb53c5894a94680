package dev.eddyline.task;

import dev.eddyline.gate.Outbox;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.SessionEvent;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.schema.SubtaskSign;
import java.util.function.Supplier;

/** The way of a signal: each kind has its handler. */
final class SignalPipeline {

  private final Supplier<Policies> policies;

  /** The pipeline with the policies in force. */
  SignalPipeline(Supplier<Policies> policies) {
    this.policies = policies;
  }

  /**
   * Processes a signal on its target partition.
   *
   * @return false if it belongs to an earlier epoch of its root and has no effect
   */
  boolean process(Signal signal, RecordCoordinates place, TaskStateStore stores, Outbox outbox) {
    Object body = signal.getBody();
    if (body instanceof SubtaskLoop loop) {
      return RootSignalHandler.handleSubtaskSignal(
          loop,
          policy(loop.getWorkflow(), loop.getStep(), loop.getComplexity()),
          place,
          stores,
          RemedyRecorderFactory.forRoot(loop.getRootTaskId(), stores, policies),
          outbox);
    } else if (body instanceof SubtaskProgress progress) {
      return RootSignalHandler.handleSubtaskSignal(
          progress, policies.get().policyForWorkflow(progress.getWorkflow()), place, stores);
    } else if (body instanceof SubtaskSign sign) {
      RootSignalHandler.handleSubtaskSignal(
          sign,
          root -> policies.get().policyForWorkflow(root.getWorkflow()),
          place,
          stores,
          outbox);
    } else if (body instanceof RootNews news) {
      Subtask.applyRootUpdate(news, place, stores);
    } else if (body instanceof SessionEvent sessionEvent) {
      Policy policy =
          policy(
              sessionEvent.getEvent().getWorkflow(),
              sessionEvent.getStep(),
              sessionEvent.getComplexity());
      SessionEventHandler.handleSessionEvent(sessionEvent, policy, place, stores, outbox);
    } else if (body instanceof Forgetting erasure) {
      TaskEraser.eraseTask(erasure, policies.get(), stores, outbox);
    } else if (body instanceof MeaningFound found) {
      return MeaningRequestHandler.handleModelAnswer(found, policies.get(), place, stores, outbox);
    } else if (!(body instanceof MeaningRequested)) { // for the sentence model
      throw new IllegalArgumentException("unknown signal: " + body.getClass().getName());
    }
    return true;
  }

  private Policy policy(String workflow, String step, String complexity) {
    return policies.get().policyForWorkflow(workflow).policyForStepAndComplexity(step, complexity);
  }
}
