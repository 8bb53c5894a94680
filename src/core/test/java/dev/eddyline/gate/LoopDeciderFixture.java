package dev.eddyline.gate;

import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** A root task on which a test lets the rules rule, loop by loop. */
abstract class LoopDeciderFixture {

  final RootState root = new RootState(null, null);
  Policy policy = policy("gate: {loops: 100, attempts: null}");
  private int events;

  static Policy policy(String... lines) {
    return PolicyReader.read("test", "name: test\n" + String.join("\n", lines));
  }

  static FoundLoop loop(LoopType type, String identity) {
    return FoundLoop.newBuilder()
        .setLoopType(type)
        .setWeight(1)
        .setIdentity(identity)
        .setPeriod(1)
        .setOccurrences(3)
        .setAttempts(3)
        .setReportedAttempts(3)
        .setMeasured(3)
        .setLimit(3)
        .setReason("It goes round")
        .setAgents(List.of())
        .setEvidence(List.of())
        .setFirstEventId("e0")
        .setCostBefore(new Cost(0L, 0.0, 0L))
        .setFirstAt(Instant.EPOCH)
        .build();
  }

  DecisionContext decisionContext() {
    VerdictSubject subject =
        new VerdictSubject(
            "e" + ++events, null, "T", "T", "agent-1", null, null, null, null, events, 0);
    return new DecisionContext(subject, policy, new Cost(0L, 0.0, 0L), root);
  }

  Outbox outbox() {
    return new Outbox("agent-events", 0, events, Instant.EPOCH);
  }

  List<SpecificRecord> processOnRoot(FoundLoop... loops) {
    DecisionContext situation = decisionContext();
    Outbox outbox = outbox();
    LoopDecider.decideOnLoops(situation, Arrays.asList(loops), Optional.empty(), outbox);
    return outbox.records();
  }

  LoopVerdict verdict(FoundLoop... loops) {
    return (LoopVerdict) processOnRoot(loops).get(0);
  }

  void processOnRoot(Decision decision) {
    HumanIntervened body = new HumanIntervened(null, decision, "", "ann", null, null);
    RootResets.onHumanDecision(decisionContext(), new ReceivedDecision(body, false), outbox());
  }
}
