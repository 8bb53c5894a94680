package dev.eddyline.console;

import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Outputs of the processor for lines of events, each decided a millisecond later. */
public final class ReplayedOutputs {

  public static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  private ReplayedOutputs() {}

  /** The outputs of these lines, in order. */
  public static List<SpecificRecord> replayEventLines(List<String> lines) {
    List<SpecificRecord> outputs = new ArrayList<>();
    EventReader reader = new EventReader(LiveEvents.defaults(() -> START));
    InProcessEngine process =
        new InProcessEngine(Policies.load("default"), InProcessEngine.NO_CLAMP);
    try {
      for (String line : lines) {
        if (!line.isBlank()) {
          for (SpecificRecord output : process.processEvent(reader.read(line).event()).outputs()) {
            outputs.add(withDecisionTime(output, START.plusMillis(outputs.size())));
          }
        }
      }
    } catch (InvalidEventException invalid) {
      throw new IllegalArgumentException(invalid);
    }
    return outputs;
  }

  /** The same output, decided at this time. */
  public static SpecificRecord withDecisionTime(SpecificRecord output, Instant at) {
    if (output instanceof LoopVerdict verdict) {
      verdict.setDecidedAt(at);
    } else if (output instanceof GateTrigger gate) {
      gate.setDecidedAt(at);
    } else if (output instanceof LoopReset reset) {
      reset.setDecidedAt(at);
    }
    return output;
  }

  /** Lines with the same failure of a task, repeated. */
  public static List<String> failures(String task, int times) {
    return java.util.Collections.nCopies(
        times,
        "{\"taskId\":\"%s\",\"agentId\":\"a1\",\"type\":\"failure_reported\",\"message\":\"boom\",\"tokens\":100}"
            .formatted(task));
  }

  /** A person's decision on a task. */
  public static String decision(String task, String decision) {
    return "{\"taskId\":\"%s\",\"type\":\"human_intervened\",\"decision\":\"%s\",\"guidance\":\"x\",\"by\":\"lead\"}"
        .formatted(task, decision);
  }
}
