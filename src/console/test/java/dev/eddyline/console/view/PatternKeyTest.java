package dev.eddyline.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Pattern keys of similar loops in different tasks. */
class PatternKeyTest {

  private static String patternKeyOfFailureEvents(String task, String... messages) {
    List<String> lines = new ArrayList<>();
    for (String message : messages) {
      lines.add(
          "{\"taskId\":\"%s\",\"type\":\"failure_reported\",\"message\":\"%s\"}"
              .formatted(task, message));
    }
    return patternKeyOfLastVerdict(lines);
  }

  private static String patternKeyOfTransitionEvents(String task, int firstNode) {
    List<String> edges = new ArrayList<>(List.of("a,b", "b,c", "c,d", "d,a"));
    Collections.rotate(edges, firstNode);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      String[] edge = edges.get(i % 4).split(",");
      lines.add(
          "{\"taskId\":\"%s\",\"type\":\"transition\",\"from\":\"%s\",\"to\":\"%s\",\"reason\":\"x\"}"
              .formatted(task, edge[0], edge[1]));
    }
    return patternKeyOfLastVerdict(lines);
  }

  private static String patternKeyOfLastVerdict(List<String> lines) {
    List<LoopVerdict> verdicts =
        ReplayedOutputs.replayEventLines(lines).stream()
            .filter(LoopVerdict.class::isInstance)
            .map(LoopVerdict.class::cast)
            .toList();
    return PatternKey.of(verdicts.get(verdicts.size() - 1));
  }

  @Test
  void sameFailureHasSameKeyInEveryTask() {
    assertThat(patternKeyOfFailureEvents("one", "one failed after 3.1 s", "one failed after 3.2 s"))
        .isEqualTo(
            patternKeyOfFailureEvents("two", "two failed after 7.3 s", "two failed after 7.9 s"))
        .isNotEqualTo(patternKeyOfFailureEvents("two", "other", "other"));
  }

  @Test
  void rotatedCycleHasSameKey() {
    assertThat(patternKeyOfTransitionEvents("one", 0))
        .isEqualTo(patternKeyOfTransitionEvents("two", 2));
  }

  @Test
  void loopsOfTwoCustomDetectorsHaveTwoKeys() {
    // Given
    List<SpecificRecord> outputs =
        ReplayedOutputs.replayEventLines(ReplayedOutputs.failures("t", 3));
    LoopVerdict verdict = ofType(outputs, LoopVerdict.class);
    GateTrigger gate = ofType(outputs, GateTrigger.class);
    List<String> keys = new ArrayList<>();
    List<String> gateKeys = new ArrayList<>();

    // When
    for (String rule : new String[] {"one", "two"}) {
      verdict.setLoopType(LoopType.CUSTOM);
      verdict.setRule(rule);
      gate.setLoopType(LoopType.CUSTOM);
      gate.setRule(rule);
      keys.add(PatternKey.of(verdict));
      gateKeys.add(PatternKey.ofGate(gate));
    }

    // Then
    assertThat(keys).doesNotHaveDuplicates();
    assertThat(gateKeys).isEqualTo(keys);
  }

  private static <T> T ofType(List<SpecificRecord> outputs, Class<T> type) {
    return outputs.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  @Test
  void gateHasKeyOfItsVerdict() {
    // When
    List<SpecificRecord> outputs =
        ReplayedOutputs.replayEventLines(ReplayedOutputs.failures("t", 4));

    // Then
    List<String> gates =
        outputs.stream()
            .filter(GateTrigger.class::isInstance)
            .map(gate -> PatternKey.ofGate((GateTrigger) gate))
            .toList();
    List<String> verdicts =
        outputs.stream()
            .filter(LoopVerdict.class::isInstance)
            .map(verdict -> PatternKey.of((LoopVerdict) verdict))
            .toList();
    assertThat(gates).isNotEmpty();
    assertThat(verdicts).containsOnly(gates.get(0));
  }
}
