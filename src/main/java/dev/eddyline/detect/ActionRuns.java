package dev.eddyline.detect;

import dev.eddyline.schema.ActionRun;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.time.Instant;
import java.util.List;

/** Runs of equal calls: how they begin, grow and become loops. */
final class ActionRuns {

  /** Stands for the hash of a result that is not known. */
  static final long UNKNOWN = 0;

  private static final int MAX_AGENTS = 8;

  private ActionRuns() {}

  /** A run that begins with this event. */
  static ActionRun begin(
      long call, long result, boolean failed, String tool, String what, Observation seen) {
    return new ActionRun(
        call,
        result,
        failed,
        1,
        tool,
        seen.redaction().apply(what),
        seen.event().getEventId(),
        seen.at(),
        seen.partition(),
        seen.offset(),
        seen.costBefore(),
        List.of(seen.event().getAgentId()));
  }

  /** The run with one more call. */
  static ActionRun longer(ActionRun run, Observation seen, long result, boolean failed) {
    ActionRun longer = with(run, result, failed);
    longer.setCount(run.getCount() + 1);
    longer.setAgents(Agents.with(run.getAgents(), seen.event().getAgentId(), MAX_AGENTS));
    return longer;
  }

  /** The run with a result that has become known. */
  static ActionRun with(ActionRun run, long result, boolean failed) {
    return new ActionRun(
        run.getCall(),
        result,
        failed,
        run.getCount(),
        run.getTool(),
        run.getWhat(),
        run.getFirstEventId(),
        run.getFirstAt(),
        run.getFirstPartition(),
        run.getFirstOffset(),
        run.getCostBefore(),
        run.getAgents());
  }

  /** The loop that a run has become. */
  static FoundLoop loop(ActionRun run, int limit, Observation seen) {
    Evidence first =
        new Evidence(
            run.getFirstEventId(),
            Instant.ofEpochMilli(run.getFirstAt()),
            run.getFirstPartition(),
            run.getFirstOffset(),
            run.getWhat());
    String known = run.getResult() == UNKNOWN ? "was made" : "gave the same result";
    String how = run.getFailed() ? "failed the same way" : known;
    return FoundLoop.newBuilder()
        .setLoopType(LoopType.REPEATED_ACTION)
        .setMatchKind(null)
        .setPattern("exact")
        .setWeight(1)
        .setIdentity("call " + Long.toHexString(run.getCall()))
        .setPeriod(1)
        .setOccurrences(run.getCount())
        .setAttempts(run.getCount())
        .setReportedAttempts(0)
        .setMeasured(run.getCount())
        .setLimit(limit)
        .setReason(
            "The same call of %s %s %d times running".formatted(run.getTool(), how, run.getCount()))
        .setAgents(run.getAgents())
        .setEvidence(List.of(first, seen.evidence(run.getWhat())))
        .setFirstEventId(run.getFirstEventId())
        .setCostBefore(run.getCostBefore())
        .setFirstAt(Instant.ofEpochMilli(run.getFirstAt()))
        .build();
  }
}
