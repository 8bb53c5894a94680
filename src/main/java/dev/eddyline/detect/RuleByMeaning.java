package dev.eddyline.detect;

import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.OpenRequest;

/**
 * A rule whose events may have to wait for what a sentence model makes of them: it answers them
 * with a question, and is told later.
 *
 * @param <H> its history
 * @param <L> its limits
 */
public interface RuleByMeaning<H, L extends Detector.Limits> extends Detector<H, L> {

  /** What had happened, as far as the rule looks at it when it is told. */
  Object body(OpenRequest asked);

  /** Whether the event that was asked about waits for its meaning; if not, it is settled. */
  boolean waits(MeaningFound found, H history);

  /**
   * What the vectors that were asked for make of an event: nothing where it is settled already (the
   * history is then the very same), or is not remembered any more.
   *
   * @param seen the event that asked, as it was then but for its signs, which are those of now
   * @param lapses whether progress since it asked takes the loop back
   */
  Finding<H> found(MeaningFound found, Observation seen, H history, L limits, boolean lapses);
}
