package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import org.junit.jupiter.api.Test;

/** A gate of a custom detector. */
class CustomLoopGateTest extends LoopDeciderFixture {

  @Test
  void gateAndVerdictNameTheCustomDetector() {
    // Given
    policy = policy("gate: {loops: 1, attempts: null}");
    FoundLoop loop = loop(LoopType.CUSTOM, "phase");
    loop.setRule("convergence");

    // When
    var outputs = processOnRoot(loop);

    // Then
    assertThat(outputs).hasSize(2);
    assertThat(((LoopVerdict) outputs.get(0)).getRule()).isEqualTo("convergence");
    assertThat(((GateTrigger) outputs.get(1)).getRule()).isEqualTo("convergence");
  }
}
