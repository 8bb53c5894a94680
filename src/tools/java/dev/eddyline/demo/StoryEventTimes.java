package dev.eddyline.demo;

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

  private static final int MIN_SECONDS = 60;
  private static final int MAX_SECONDS = 240;

  private final EventDefaults liveDefaults;
  private final Queue<Instant> plannedTimes;

  private StoryEventTimes(InstantSource clock, Collection<Instant> plannedTimes) {
    liveDefaults = EventDefaults.live(clock);
    this.plannedTimes = new ArrayDeque<>(plannedTimes);
  }

  /**
   * The times of a story that starts now.
   *
   * @param speed how many times faster than event time it is played
   */
  static StoryEventTimes forStory(Story story, double speed, InstantSource clock) {
    return new StoryEventTimes(
        clock, story.hasGeneratedTimes() ? planTimes(story, speed, clock.instant()) : List.of());
  }

  private static List<Instant> planTimes(Story story, double speed, Instant start) {
    Random random = new Random(story.source().hashCode());
    List<Duration> sinceFirst = new ArrayList<>();
    Duration span = Duration.ZERO;
    for (int event = story.eventsBeforeDecision(); event > 0; event--) {
      sinceFirst.add(span);
      span = span.plusSeconds(random.nextInt(MIN_SECONDS, MAX_SECONDS + 1));
    }
    Instant first = start.plus(StoryPacer.scale(span, speed)).minus(span);
    return sinceFirst.stream()
        .map(first::plus)
        .map(time -> time.truncatedTo(ChronoUnit.MILLIS))
        .toList();
  }

  @Override
  public String eventId() {
    return liveDefaults.eventId();
  }

  @Override
  public Instant occurredAt(String taskId) {
    Instant time = plannedTimes.poll();
    return time == null ? liveDefaults.occurredAt(taskId) : time;
  }

  @Override
  public void recordEventTime(String taskId, Instant occurredAt) {
    // the plan does not depend on the times of other lines
  }
}
