package dev.eddyline.demo;

import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventDefaults;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/**
 * Event times for the lines of a story without one: planned times first, then the current time.
 *
 * <p>In a bundled story 1 to 4 minutes pass from event to event, the same in each run. The times
 * are in the past and end about now, because future event times would be clamped. A decision and
 * later events get the time of their publication.
 */
final class StoryEventTimes implements EventDefaults {

  private static final int MIN_SECONDS_BETWEEN_EVENTS = 60;
  private static final int MAX_SECONDS_BETWEEN_EVENTS = 240;

  private final EventDefaults currentTimeDefaults;
  private final Queue<Instant> remainingPlannedTimes;

  private StoryEventTimes(InstantSource clock, Collection<Instant> plannedTimes) {
    currentTimeDefaults = LiveEvents.defaults(clock);
    this.remainingPlannedTimes = new ArrayDeque<>(plannedTimes);
  }

  /**
   * The times of a story that starts now.
   *
   * @param speed how many times faster than event time it is played
   */
  static StoryEventTimes forStory(Story story, double speed, InstantSource clock) {
    return new StoryEventTimes(
        clock,
        story.hasGeneratedTimes() ? planEventTimes(story, speed, clock.instant()) : List.of());
  }

  private static List<Instant> planEventTimes(Story story, double speed, Instant start) {
    Random random = new Random(story.sourceName().hashCode());
    List<Duration> sinceFirst = new ArrayList<>();
    Duration span = Duration.ZERO;
    for (int event = story.eventsBeforeDecision(); event > 0; event--) {
      sinceFirst.add(span);
      span =
          span.plusSeconds(
              random.nextInt(MIN_SECONDS_BETWEEN_EVENTS, MAX_SECONDS_BETWEEN_EVENTS + 1));
    }
    Instant first = start.plus(StoryPacer.divideBySpeed(span, speed)).minus(span);
    return sinceFirst.stream()
        .map(first::plus)
        .map(time -> time.truncatedTo(ChronoUnit.MILLIS))
        .toList();
  }

  @Override
  public String eventId() {
    return currentTimeDefaults.eventId();
  }

  @Override
  public Instant occurredAt(String taskId) {
    Instant time = remainingPlannedTimes.poll();
    return time == null ? currentTimeDefaults.occurredAt(taskId) : time;
  }

  @Override
  public void recordEventTime(String taskId, Instant occurredAt) {
    // the plan does not depend on the times of other lines
  }
}
