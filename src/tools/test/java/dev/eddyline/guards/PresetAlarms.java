package dev.eddyline.guards;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.EngineScenario;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;

/** Where a preset detects the first loop of a run. */
final class PresetAlarms {

  private static final String GATE = "gate of ";

  private PresetAlarms() {}

  /**
   * The index of the first event with a verdict about a loop, or none.
   *
   * @param preset name of the preset; with "gate of " before it the first gate counts
   */
  static String first(String preset, List<AgentEvent> run) {
    EngineScenario scenario = EngineScenario.under(preset.replace(GATE, ""));
    return IntStream.range(0, run.size())
        .filter(
            index ->
                scenario.processEvent(run.get(index)).records().stream()
                    .anyMatch(
                        preset.startsWith(GATE) ? PresetAlarms::isGate : PresetAlarms::isLoop))
        .mapToObj(String::valueOf)
        .findFirst()
        .orElse("none");
  }

  private static boolean isGate(SpecificRecord output) {
    return output instanceof GateTrigger;
  }

  private static boolean isLoop(SpecificRecord output) {
    return output instanceof LoopVerdict verdict
        && verdict.getLoopType() != LoopType.EXTERNAL_FAULT;
  }
}
