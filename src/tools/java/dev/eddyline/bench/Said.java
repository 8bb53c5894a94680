package dev.eddyline.bench;

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
 * @param kind event type
 * @param who agent or tool; two equal events have the same
 * @param text its longest text
 * @param body the event's body
 */
record Said(Kind kind, String who, String text, Object body) {

  /** The sample of an event; empty when its type is not counted. */
  static Optional<Said> by(AgentEvent event) {
    Object body = event.getBody();
    String agent = event.getAgentId();
    if (body instanceof ResponseProduced response) {
      return of(Kind.RESPONSE_PRODUCED, agent, response.getText(), body);
    } else if (body instanceof ToolCalled call) {
      return of(Kind.TOOL_CALLED, call.getTool(), call.getArguments(), body);
    } else if (body instanceof ToolReturned returned) {
      return of(Kind.TOOL_RETURNED, returned.getTool(), returned.getOutput(), body);
    } else if (body instanceof StepStarted step) {
      return of(Kind.STEP_STARTED, "", step.getStep(), body);
    } else if (body instanceof CollaborationRequested request) {
      return of(
          Kind.COLLABORATION_REQUESTED,
          agent + " " + request.getToAgent(),
          request.getRequest(),
          body);
    } else if (body instanceof CollaborationAnswered answer) {
      return of(
          Kind.COLLABORATION_ANSWERED,
          agent + " " + answer.getToAgent(),
          answer.getResponse(),
          body);
    } else if (body instanceof ProgressReported progress) {
      String numbers = progress.getTestsFailed() + " of " + progress.getTestsTotal();
      return of(Kind.PROGRESS_REPORTED, "", numbers, body);
    } else if (body instanceof FailureReported failure) {
      return of(Kind.FAILURE_REPORTED, "", failure.getMessage(), body);
    }
    return Optional.empty();
  }

  private static Optional<Said> of(Kind kind, String who, String text, Object body) {
    return Optional.of(new Said(kind, who, text, body));
  }

  /** The tool of a call. */
  static Optional<String> tool(Object body) {
    return body instanceof ToolCalled call ? Optional.of(call.getTool()) : Optional.empty();
  }
}
