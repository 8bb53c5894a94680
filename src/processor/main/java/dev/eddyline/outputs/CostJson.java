package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.Cost;

/** A cost in JSON. */
@Doc(of = Cost.class)
public record CostJson(
    long tokens,
    @Doc("US dollars.") double usd,
    @Doc("Milliseconds from the first event to the newest.") long millis) {

  private static final double MICROS_PER_USD = 1e6;

  /** Above this, a double has no digits beyond a micro-dollar. */
  private static final double LARGEST_ROUNDED_USD = 1e9;

  /** Rounds the US dollars to micro-dollars. */
  public CostJson {
    usd = roundedUsd(usd);
  }

  /** US dollars, rounded to micro-dollars: sums of doubles have noise in their last digits. */
  public static double roundedUsd(double usd) {
    return usd < LARGEST_ROUNDED_USD ? Math.rint(usd * MICROS_PER_USD) / MICROS_PER_USD : usd;
  }

  /** The JSON form of a cost. */
  public static CostJson of(Cost cost) {
    return new CostJson(cost.getTokens(), cost.getCostUsd(), cost.getDurationMs());
  }
}
