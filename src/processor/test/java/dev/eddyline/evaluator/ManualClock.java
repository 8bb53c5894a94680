package dev.eddyline.evaluator;

import dev.eddyline.judgement.EvaluationRequests;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that advances only manually. */
final class ManualClock extends Clock {

  /** Its current time. */
  Instant now = EvaluationRequests.TIME;

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return now;
  }
}
