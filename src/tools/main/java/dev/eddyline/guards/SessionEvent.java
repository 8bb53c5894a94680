package dev.eddyline.guards;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One event as a harness sees it.
 *
 * @param event the event
 * @param answered the call that a result answers; empty for any other event
 * @param turn at the last call of a turn, all its calls; otherwise empty. A turn is a row of calls
 *     with no other event in between
 */
record SessionEvent(AgentEvent event, Optional<ToolCalled> answered, List<ToolCalled> turn) {

  /** Steps in which an agent thinks. A thought belongs to the next call and is not a message. */
  private static final Set<String> THOUGHT_STEPS = Set.of("think", "thought");

  SessionEvent {
    turn = List.copyOf(turn);
  }

  /** The call, if the event is one. */
  Optional<ToolCalled> call() {
    return body(ToolCalled.class);
  }

  /** The result, if the event is one whose call is known. */
  Optional<ToolReturned> result() {
    return answered.isEmpty() ? Optional.empty() : body(ToolReturned.class);
  }

  /** The text of a message. */
  Optional<String> message() {
    return body(ResponseProduced.class)
        .filter(text -> !isThought(text))
        .map(text -> text.getText());
  }

  /** The text of a thought. */
  Optional<String> thought() {
    return body(ResponseProduced.class).filter(SessionEvent::isThought).map(text -> text.getText());
  }

  /** The body, if it is of this type. */
  <T> Optional<T> body(Class<T> type) {
    return Optional.of(event.getBody()).filter(type::isInstance).map(type::cast);
  }

  private static boolean isThought(ResponseProduced response) {
    return THOUGHT_STEPS.contains(response.getStep());
  }
}
