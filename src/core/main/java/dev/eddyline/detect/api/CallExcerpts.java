package dev.eddyline.detect.api;

import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.AgentStretch;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.StretchHistory;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.state.StateParts;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Truncation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The newest calls of a task as texts: tool and arguments, redacted and truncated. A stretch stores
 * those that are open, and the last ones that brought nothing.
 *
 * @param event the event that is detected
 * @param history the stretches of the task before it
 */
public record CallExcerpts(AgentEvent event, Supplier<StretchHistory> history) {

  /** Where a task's stretches are stored. */
  public static final HistoryPlace.InState<StretchHistory> STRETCHES =
      HistoryPlace.inState(StateParts.STRETCH, new StretchHistory(List.of(), List.of(), 0L));

  /** Most variants of a call that are listed. */
  public static final int MAX_LISTED = 3;

  /** Most calls of a cycle of agents that are listed. */
  private static final int MAX_OF_CYCLE = 6;

  /** Characters of an excerpt. */
  private static final int MAX_CHARS = 80;

  /** Characters of a call that are read; the end of a longer one is not shown. */
  private static final int MAX_READ = 2_000;

  public CallExcerpts {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(history, "history");
  }

  /** The calls before an event of a task. */
  public static CallExcerpts of(AgentEvent event, TaskState state) {
    return new CallExcerpts(event, () -> STRETCHES.of(state));
  }

  /** A call as text. */
  public static String excerpt(ToolCalled call, EventTexts texts) {
    Redaction redaction = texts.redaction();
    return Truncation.shortenMiddle(
        redaction.withMaxChars(MAX_READ).apply(ToolTexts.describe(call)),
        Math.min(MAX_CHARS, redaction.maxChars()));
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
  public Optional<String> answeredBy(String eventId) {
    return tried()
        .filter(it -> it.getEventId().equals(eventId))
        .map(SeenEvent::getWhat)
        .findFirst();
  }

  /** The newest distinct calls without yield since a time, epoch milliseconds; oldest first. */
  public List<String> since(long at) {
    List<String> newest =
        tried()
            .filter(it -> it.getAt() >= at)
            .sorted(Comparator.comparing(SeenEvent::getAt).reversed())
            .map(SeenEvent::getWhat)
            .distinct()
            .limit(MAX_OF_CYCLE)
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.reverse(newest);
    return newest;
  }

  /** Whether more than half of an agent's calls without yield since a time repeat one call. */
  public boolean repeatOneSince(long at, String agentId) {
    Map<String, Long> timesOfCall =
        tried(stretch -> stretch.getAgentId().equals(agentId))
            .filter(it -> it.getAt() >= at)
            .collect(Collectors.groupingBy(SeenEvent::getWhat, Collectors.counting()));
    long calls = timesOfCall.values().stream().mapToLong(Long::longValue).sum();
    return timesOfCall.values().stream().anyMatch(times -> times > 1 && 2 * times > calls);
  }

  private Stream<SeenEvent> tried() {
    return tried(stretch -> true);
  }

  private Stream<SeenEvent> tried(Predicate<AgentStretch> of) {
    return history.get().getAgents().stream()
        .filter(of)
        .flatMap(stretch -> stretch.getTried().stream())
        .filter(it -> !it.getWhat().isEmpty());
  }
}
