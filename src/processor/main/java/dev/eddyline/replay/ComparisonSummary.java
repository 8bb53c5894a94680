package dev.eddyline.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.sessions.file.SessionCounts;
import dev.eddyline.sessions.format.SessionSummary;
import java.util.Optional;

/** Summary of the differences between two policies on the same events. */
public final class ComparisonSummary {

  /** Counts of outputs under one policy only, and of equal and changed outputs under both. */
  private static final class Tally {
    private int equalCount;
    private int changedCount;
    private int onlyBaselineCount;
    private int onlyCandidateCount;

    void countOutputs(Optional<ObjectNode> one, Optional<ObjectNode> other) {
      if (one.isPresent() && other.isPresent()) {
        equalCount += one.equals(other) ? 1 : 0;
        changedCount += one.equals(other) ? 0 : 1;
      } else {
        onlyBaselineCount += one.isPresent() ? 1 : 0;
        onlyCandidateCount += other.isPresent() ? 1 : 0;
      }
    }

    String describeCounts(String one, String other) {
      return "only under %s %d, only under %s %d, changed %d, equal %d"
          .formatted(one, onlyBaselineCount, other, onlyCandidateCount, changedCount, equalCount);
    }
  }

  private final String baselineName;
  private final String candidateName;
  private final String policies;
  private final Tally verdicts = new Tally();
  private final Tally gates = new Tally();
  private final SessionCounts sessions = new SessionCounts();
  private int events;
  private int rejected;

  ComparisonSummary(String one, String other, String policies) {
    this.policies = policies;
    this.baselineName = one;
    this.candidateName = other;
  }

  void countOutcomes(ReplayedOutcome byOne, ReplayedOutcome byOther) {
    events++;
    verdicts.countOutputs(byOne.verdict(), byOther.verdict());
    gates.countOutputs(byOne.gate(), byOther.gate());
  }

  void countSession(SessionSummary session) {
    sessions.add(session);
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
    StringBuilder text =
        new StringBuilder(
            "policy: %s%nevents: %d, rejected lines: %d%nverdicts: %s%ngates: %s"
                .formatted(
                    policies,
                    events,
                    rejected,
                    verdicts.describeCounts(baselineName, candidateName),
                    gates.describeCounts(baselineName, candidateName)));
    sessions.lines().forEach(line -> text.append('\n').append(line));
    return text.toString();
  }
}
