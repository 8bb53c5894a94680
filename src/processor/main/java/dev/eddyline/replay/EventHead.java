package dev.eddyline.replay;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.text.Truncation;
import dev.eddyline.yaml.Printable;
import java.util.Objects;

/** The head of an event's text: redacted, in one line of at most 80 characters. */
final class EventHead {

  private static final int MAX_CHARS = 80;

  private EventHead() {}

  /** The head; empty for an event without a text. */
  static String of(AgentEvent event, Redaction redaction) {
    String text = redaction.apply(text(event.getBody()));
    String line = text.strip().lines().findFirst().orElse("").strip();
    return Truncation.shorten(Printable.escape(line), MAX_CHARS);
  }

  private static String text(Object body) {
    if (body instanceof ToolCalled call) {
      return call.getTool() + " " + ToolTexts.arguments(call);
    } else if (body instanceof ToolReturned returned) {
      return ToolTexts.describe(returned);
    } else if (body instanceof FailureReported failure) {
      return failure.getMessage();
    } else if (body instanceof ResponseProduced response) {
      return response.getText();
    } else if (body instanceof UserMessage message) {
      return message.getText();
    } else if (body instanceof StepStarted started) {
      return started.getStep();
    } else if (body instanceof Transition transition) {
      return transition.getFrom() + "→" + transition.getTo();
    } else if (body instanceof CollaborationRequested request) {
      return request.getToAgent() + ": " + request.getRequest();
    } else if (body instanceof CollaborationAnswered answer) {
      return answer.getToAgent() + ": " + answer.getResponse();
    } else if (body instanceof TaskStarted started) {
      return Objects.requireNonNullElse(started.getGoal(), "");
    } else if (body instanceof TaskAttempted attempt) {
      return OutputJson.word(attempt.getStatus());
    } else if (body instanceof WaitingStarted waiting) {
      return Objects.requireNonNullElse(waiting.getReason(), "");
    } else if (body instanceof TaskCompleted completed) {
      return Objects.requireNonNullElse(completed.getOutcome(), "");
    }
    return body instanceof HumanIntervened human ? OutputJson.word(human.getDecision()) : "";
  }
}
