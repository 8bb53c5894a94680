package dev.eddyline.bench;

import dev.eddyline.detect.ToolTexts;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.Optional;

/**
 * The content of an event as counted by a mix.
 *
 * @param type event type
 * @param actor agent or tool; two equal events have the same
 * @param text its longest text
 * @param body the event's body
 */
record EventSample(MixEventType type, String actor, String text, Object body) {

  /** The sample of an event; empty when its type is not counted. */
  static Optional<EventSample> fromEvent(AgentEvent event) {
    Object body = event.getBody();
    String agent = event.getAgentId();
    if (body instanceof ResponseProduced response) {
      return of(MixEventType.RESPONSE_PRODUCED, agent, response.getText(), body);
    } else if (body instanceof ToolCalled call) {
      return of(MixEventType.TOOL_CALLED, call.getTool(), ToolTexts.arguments(call), body);
    } else if (body instanceof ToolReturned returned) {
      return of(MixEventType.TOOL_RETURNED, returned.getTool(), ToolTexts.output(returned), body);
    } else if (body instanceof StepStarted step) {
      return of(MixEventType.STEP_STARTED, "", step.getStep(), body);
    } else if (body instanceof CollaborationRequested request) {
      return of(
          MixEventType.COLLABORATION_REQUESTED,
          agent + " " + request.getToAgent(),
          request.getRequest(),
          body);
    } else if (body instanceof CollaborationAnswered answer) {
      return of(
          MixEventType.COLLABORATION_ANSWERED,
          agent + " " + answer.getToAgent(),
          answer.getResponse(),
          body);
    } else if (body instanceof ProgressReported progress) {
      String numbers = progress.getTestsFailed() + " of " + progress.getTestsTotal();
      return of(MixEventType.PROGRESS_REPORTED, "", numbers, body);
    } else if (body instanceof FailureReported failure) {
      return of(MixEventType.FAILURE_REPORTED, "", failure.getMessage(), body);
    }
    return Optional.empty();
  }

  private static Optional<EventSample> of(
      MixEventType type, String actor, String text, Object body) {
    return Optional.of(new EventSample(type, actor, text, body));
  }

  /** The tool of a call. */
  static Optional<String> calledTool(Object body) {
    return body instanceof ToolCalled call ? Optional.of(call.getTool()) : Optional.empty();
  }
}
