package dev.eddyline.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Pauses between the events of a story: the time between them, divided by the speed. */
final class StoryPacer {

  private final double speed;
  private Optional<Instant> newestEventTime = Optional.empty();

  /** A pacer before the first event of a story. */
  StoryPacer(double speed) {
    this.speed = speed;
  }

  /** Scales a duration of event time by the speed; zero at infinite speed. */
  static Duration divideBySpeed(Duration time, double speed) {
    return Duration.ofMillis((long) (time.toMillis() / speed));
  }

  /** The pause before an event of this time: none before the first, or where time decreases. */
  Duration pauseBefore(Instant occurredAt) {
    Instant previous = newestEventTime.orElse(occurredAt);
    if (occurredAt.isBefore(previous)) {
      return Duration.ZERO;
    }
    newestEventTime = Optional.of(occurredAt);
    return divideBySpeed(Duration.between(previous, occurredAt), speed);
  }

  /** Waits until an event of this time is due. */
  void sleepUntilEventIsDue(Instant occurredAt) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(pauseBefore(occurredAt).toMillis());
  }
}
