package dev.eddyline.policy;

import static dev.eddyline.schema.LoopType.COLLABORATION_LOOP;
import static dev.eddyline.schema.LoopType.IDENTICAL_FAILURE;
import static dev.eddyline.schema.LoopType.ITERATION_LIMIT;
import static dev.eddyline.schema.LoopType.OSCILLATING_CYCLE;
import static dev.eddyline.schema.LoopType.REPEATED_ACTION;
import static dev.eddyline.schema.LoopType.TRANSITION_PATTERN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrecedenceTest {

  @Test
  void byDefaultThePatternPrecedesTheOscillation() {
    assertThat(Precedence.DEFAULT.rank(TRANSITION_PATTERN))
        .isLessThan(Precedence.DEFAULT.rank(OSCILLATING_CYCLE));
  }

  @Test
  void listedTypesExchangeTheirPlacesAndLeaveTheOthers() {
    Precedence changed = new Precedence(List.of(ITERATION_LIMIT, IDENTICAL_FAILURE));

    assertThat(changed.rank(ITERATION_LIMIT)).isLessThan(changed.rank(COLLABORATION_LOOP));
    assertThat(changed.rank(IDENTICAL_FAILURE)).isGreaterThan(changed.rank(REPEATED_ACTION));
    assertThat(changed.rank(TRANSITION_PATTERN)).isLessThan(changed.rank(OSCILLATING_CYCLE));
    assertThat(changed.rank(REPEATED_ACTION)).isEqualTo(Precedence.DEFAULT.rank(REPEATED_ACTION));
  }

  @Test
  void oneListedTypeStaysWhereItIs() {
    assertThat(new Precedence(List.of(ITERATION_LIMIT)).rank(ITERATION_LIMIT))
        .isEqualTo(Precedence.DEFAULT.rank(ITERATION_LIMIT));
  }

  @Test
  void aPolicyNamesTheTypesInAnyLetterCase() {
    Precedence read =
        PolicyReader.read("test", "name: t\nprecedence: [Oscillating_Cycle, transition_pattern]")
            .precedence();

    assertThat(read.rank(OSCILLATING_CYCLE)).isLessThan(read.rank(TRANSITION_PATTERN));
  }

  @Test
  void anUnknownTypeIsRefusedWithItsPath() {
    assertThatThrownBy(() -> PolicyReader.read("test", "name: t\nprecedence: [external_fault]"))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("precedence");
  }
}
