package dev.eddyline.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Summary of the differences between two policies on the same events. */
public final class ComparisonSummary {

  /** Counts of outputs under one policy only, and of equal and changed outputs under both. */
  private static final class Tally {
    private int equal;
    private int changed;
    private int onlyBaseline;
    private int onlyCandidate;

    void add(Optional<ObjectNode> one, Optional<ObjectNode> other) {
      if (one.isPresent() && other.isPresent()) {
        equal += one.equals(other) ? 1 : 0;
        changed += one.equals(other) ? 0 : 1;
      } else {
        onlyBaseline += one.isPresent() ? 1 : 0;
        onlyCandidate += other.isPresent() ? 1 : 0;
      }
    }

    String describe(String one, String other) {
      return "only under %s %d, only under %s %d, changed %d, alike %d"
          .formatted(one, onlyBaseline, other, onlyCandidate, changed, equal);
    }
  }

  private final String baselineName;
  private final String candidateName;
  private final String policies;
  private final Tally verdicts = new Tally();
  private final Tally gates = new Tally();
  private int events;
  private int rejected;

  ComparisonSummary(String one, String other, String policies) {
    this.policies = policies;
    this.baselineName = one;
    this.candidateName = other;
  }

  void addOutcomes(ReplayedOutcome byOne, ReplayedOutcome byOther) {
    events++;
    verdicts.add(byOne.verdict(), byOther.verdict());
    gates.add(byOne.gate(), byOther.gate());
  }

  void rejected() {
    rejected++;
  }

  /** Number of lines that could not be read, and of events that were dead-lettered. */
  public int rejectedCount() {
    return rejected;
  }

  /** The summary as text lines. */
  @Override
  public String toString() {
    return "policy: %s%nevents: %d, rejected lines: %d%nverdicts: %s%ngates: %s"
        .formatted(
            policies,
            events,
            rejected,
            verdicts.describe(baselineName, candidateName),
            gates.describe(baselineName, candidateName));
  }
}
