package dev.eddyline.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Summary of the differences between two policies on the same events. */
public final class ComparisonSummary {

  /** Counts of outputs under one policy only, and of equal and changed outputs under both. */
  private static final class Tally {
    private int alike;
    private int changed;
    private int onlyOne;
    private int onlyOther;

    void seen(Optional<ObjectNode> one, Optional<ObjectNode> other) {
      if (one.isPresent() && other.isPresent()) {
        alike += one.equals(other) ? 1 : 0;
        changed += one.equals(other) ? 0 : 1;
      } else {
        onlyOne += one.isPresent() ? 1 : 0;
        onlyOther += other.isPresent() ? 1 : 0;
      }
    }

    String told(String one, String other) {
      return "only under %s %d, only under %s %d, changed %d, alike %d"
          .formatted(one, onlyOne, other, onlyOther, changed, alike);
    }
  }

  private final String one;
  private final String other;
  private final String policies;
  private final Tally verdicts = new Tally();
  private final Tally gates = new Tally();
  private int events;
  private int refused;

  ComparisonSummary(String one, String other, String policies) {
    this.policies = policies;
    this.one = one;
    this.other = other;
  }

  void seen(Answer byOne, Answer byOther) {
    events++;
    verdicts.seen(byOne.verdict(), byOther.verdict());
    gates.seen(byOne.gate(), byOther.gate());
  }

  void refused() {
    refused++;
  }

  /** Number of lines that could not be read, and of events that were dead-lettered. */
  public int refusals() {
    return refused;
  }

  /** The summary as text lines. */
  @Override
  public String toString() {
    return "policy: %s%nevents: %d, rejected lines: %d%nverdicts: %s%ngates: %s"
        .formatted(policies, events, refused, verdicts.told(one, other), gates.told(one, other));
  }
}
