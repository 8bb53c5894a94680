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
final class EventTimes implements EventDefaults {

  private static final int LEAST_SECONDS = 60;
  private static final int MOST_SECONDS = 240;

  private final EventDefaults present;
  private final Queue<Instant> planned;

  private EventTimes(InstantSource clock, Collection<Instant> planned) {
    present = EventDefaults.live(clock);
    this.planned = new ArrayDeque<>(planned);
  }

  /**
   * The times of a story that starts now.
   *
   * @param speed how many times faster than event time it is played
   */
  static EventTimes of(Story story, double speed, InstantSource clock) {
    return new EventTimes(
        clock, story.isSpaced() ? plan(story, speed, clock.instant()) : List.of());
  }

  private static List<Instant> plan(Story story, double speed, Instant start) {
    Random random = new Random(story.place().hashCode());
    List<Duration> sinceFirst = new ArrayList<>();
    Duration span = Duration.ZERO;
    for (int event = story.eventsBeforeDecision(); event > 0; event--) {
      sinceFirst.add(span);
      span = span.plusSeconds(random.nextInt(LEAST_SECONDS, MOST_SECONDS + 1));
    }
    Instant first = start.plus(Pace.shorten(span, speed)).minus(span);
    return sinceFirst.stream()
        .map(first::plus)
        .map(time -> time.truncatedTo(ChronoUnit.MILLIS))
        .toList();
  }

  @Override
  public String eventId() {
    return present.eventId();
  }

  @Override
  public Instant occurredAt(String taskId) {
    Instant time = planned.poll();
    return time == null ? present.occurredAt(taskId) : time;
  }

  @Override
  public void onEventAccepted(String taskId, Instant occurredAt) {
    // the plan does not depend on the times of other lines
  }
}
