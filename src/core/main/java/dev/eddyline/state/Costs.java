package dev.eddyline.state;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;

/** Sums of costs. Tokens stay at the largest number where a sum would exceed it. */
public final class Costs {

  private Costs() {}

  /** The cost with that of an event, which may report none; the duration stays. */
  public static Cost plus(Cost cost, AgentEvent event) {
    return plus(
        cost,
        event.getTokens() == null ? 0 : event.getTokens(),
        event.getCostUsd() == null ? 0 : event.getCostUsd());
  }

  /** The cost with these tokens and US dollars; the duration stays. */
  public static Cost plus(Cost cost, long tokens, double usd) {
    return new Cost(
        saturatedSum(cost.getTokens(), tokens), cost.getCostUsd() + usd, cost.getDurationMs());
  }

  /** The sum of two numbers (≥ 0), or the largest number where it would exceed it. */
  public static long saturatedSum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }
}
