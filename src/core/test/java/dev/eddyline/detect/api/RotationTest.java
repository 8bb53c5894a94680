package dev.eddyline.detect.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cycle has one canonical rotation. */
class RotationTest {

  @ParameterizedTest
  @CsvSource({"b c a", "c a b", "a b c"})
  void rotationDoesNotDependOnEntryPoint(String round) {
    assertThat(Rotation.smallest(List.of(round.split(" ")))).isEqualTo("a b c");
  }

  @Test
  void reversedCycleHasAnotherRotation() {
    assertThat(Rotation.smallest(List.of("c", "b", "a"))).isEqualTo("a c b");
  }

  @Test
  void rotationAllowsRepeatedNames() {
    assertThat(Rotation.smallest(List.of("b", "a", "c", "a"))).isEqualTo("a b a c");
  }
}
