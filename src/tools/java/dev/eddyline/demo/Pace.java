package dev.eddyline.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Pauses between the events of a story: the time between them, divided by the speed. */
final class Pace {

  private final double speed;
  private Optional<Instant> newest = Optional.empty();

  /** A pacer before the first event of a story. */
  Pace(double speed) {
    this.speed = speed;
  }

  /** Scales a duration of event time by the speed; zero at infinite speed. */
  static Duration shorten(Duration time, double speed) {
    return Duration.ofMillis((long) (time.toMillis() / speed));
  }

  /** The pause before an event of this time: none before the first, or where time decreases. */
  Duration pauseBefore(Instant occurredAt) {
    Instant before = newest.orElse(occurredAt);
    if (occurredAt.isBefore(before)) {
      return Duration.ZERO;
    }
    newest = Optional.of(occurredAt);
    return shorten(Duration.between(before, occurredAt), speed);
  }

  /** Waits until an event of this time is due. */
  void await(Instant occurredAt) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(pauseBefore(occurredAt).toMillis());
  }
}
