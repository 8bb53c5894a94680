package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.Cost;

/** A cost in JSON. */
@Doc(of = Cost.class)
public record CostJson(
    long tokens,
    @Doc("US dollars.") double usd,
    @Doc("Milliseconds from the first event to the newest.") long millis) {

  /** The JSON form of a cost. */
  public static CostJson of(Cost cost) {
    return new CostJson(cost.getTokens(), cost.getCostUsd(), cost.getDurationMs());
  }
}
