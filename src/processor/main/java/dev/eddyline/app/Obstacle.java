package dev.eddyline.app;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * Why the processor or the mapper does not work now.
 *
 * @param part what does not work: Kafka, stream threads, …
 * @param reason what is wrong with it
 * @param since since when the part does not work
 */
public record Obstacle(String part, String reason, Instant since) {

  /** An obstacle with all its facts. */
  public Obstacle {
    Objects.requireNonNull(part, "part");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(since, "since");
  }

  /** The obstacle in one line. */
  @Override
  public String toString() {
    return "%s: %s, since %s".formatted(part, reason, since.truncatedTo(ChronoUnit.SECONDS));
  }
}
