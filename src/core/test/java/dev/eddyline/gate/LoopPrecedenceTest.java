package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Precedence;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which loop leads. */
class LoopPrecedenceTest {

  @Test
  void identicalFailuresLeadRepeatedActions() {
    assertThat(order(loop(LoopType.REPEATED_ACTION, 1), loop(LoopType.IDENTICAL_FAILURE, 1)))
        .containsExactly(LoopType.IDENTICAL_FAILURE, LoopType.REPEATED_ACTION);
  }

  @Test
  void countedLoopPrecedesUncountedLoop() {
    assertThat(order(loop(LoopType.IDENTICAL_FAILURE, 0), loop(LoopType.NO_MEASURABLE_PROGRESS, 1)))
        .containsExactly(LoopType.NO_MEASURABLE_PROGRESS, LoopType.IDENTICAL_FAILURE);
  }

  @Test
  void loopTypePrecedenceIsIndependentOfInputOrder() {
    Set<LoopType> all = EnumSet.allOf(LoopType.class);
    all.removeAll(List.of(LoopType.UNKNOWN, LoopType.OK, LoopType.EXTERNAL_FAULT));
    List<FoundLoop> loops = new ArrayList<>(all.stream().map(type -> loop(type, 1)).toList());
    List<LoopType> sorted = types(LoopPrecedence.sortLeadingFirst(loops, Precedence.DEFAULT));

    Collections.reverse(loops);

    assertThat(types(LoopPrecedence.sortLeadingFirst(loops, Precedence.DEFAULT)))
        .isEqualTo(sorted)
        .hasSize(21);
    assertThat(sorted).startsWith(LoopType.IDENTICAL_FAILURE, LoopType.COLLABORATION_LOOP);
    assertThat(sorted).endsWith(LoopType.NO_MEASURABLE_PROGRESS, LoopType.CUSTOM);
  }

  private static List<LoopType> order(FoundLoop... loops) {
    return types(LoopPrecedence.sortLeadingFirst(Arrays.asList(loops), Precedence.DEFAULT));
  }

  private static List<LoopType> types(List<FoundLoop> loops) {
    return loops.stream().map(FoundLoop::getLoopType).toList();
  }

  private static FoundLoop loop(LoopType type, int weight) {
    return FoundLoop.newBuilder()
        .setLoopType(type)
        .setWeight(weight)
        .setIdentity("x")
        .setPeriod(1)
        .setOccurrences(2)
        .setAttempts(2)
        .setReportedAttempts(0)
        .setMeasured(2)
        .setLimit(3)
        .setReason("because")
        .setAgents(List.of())
        .setEvidence(List.of())
        .setFirstEventId("e1")
        .setCostBefore(new Cost(0L, 0.0, 0L))
        .setFirstAt(Instant.EPOCH)
        .build();
  }
}
