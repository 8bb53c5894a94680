package dev.eddyline.detect;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.StretchHistory;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Truncation;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The newest calls of a task as texts: tool and arguments, redacted and truncated. A stretch stores
 * those that are open, and the last ones that brought nothing.
 *
 * @param event the event that is detected
 * @param history the stretches of the task before it
 */
public record CallExcerpts(AgentEvent event, Supplier<StretchHistory> history) {

  /** Most variants of a call that are listed. */
  static final int MAX_LISTED = 3;

  /** Most calls of a cycle of agents that are listed. */
  private static final int MAX_OF_CYCLE = 6;

  /** Characters of an excerpt. */
  private static final int MAX_CHARS = 80;

  public CallExcerpts {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(history, "history");
  }

  /** The calls before an event of a task. */
  public static CallExcerpts of(AgentEvent event, TaskState state) {
    return new CallExcerpts(event, () -> UnproductiveStretch.PLACE.of(state));
  }

  /** A call as text. */
  static String excerpt(ToolCalled call, EventTexts texts) {
    return Truncation.shortenMiddle(texts.redacted(ToolTexts.describe(call)), MAX_CHARS);
  }

  /** The call that the event makes or answers. */
  Optional<String> newest(EventTexts texts) {
    if (event.getBody() instanceof ToolCalled call) {
      return Optional.of(excerpt(call, texts));
    }
    if (!(event.getBody() instanceof ToolReturned returned)) {
      return Optional.empty();
    }
    long callId = Hash.of(returned.getCallId());
    return history.get().getOpen().stream()
        .filter(open -> open.getCallId() == callId)
        .map(open -> open.getWhat())
        .findFirst();
  }

  /** The call that an earlier event answered. */
  Optional<String> answeredBy(String eventId) {
    return tried()
        .filter(it -> it.getEventId().equals(eventId))
        .map(SeenEvent::getWhat)
        .findFirst();
  }

  /** The newest distinct calls without yield since a time, epoch milliseconds; oldest first. */
  List<String> since(long at) {
    return BoundedLists.newest(
        tried()
            .filter(it -> it.getAt() >= at)
            .sorted(Comparator.comparing(SeenEvent::getAt))
            .map(SeenEvent::getWhat)
            .distinct()
            .toList(),
        MAX_OF_CYCLE);
  }

  private Stream<SeenEvent> tried() {
    return history.get().getAgents().stream()
        .flatMap(stretch -> stretch.getTried().stream())
        .filter(it -> !it.getWhat().isEmpty());
  }
}
