package dev.eddyline.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopVerdict;
import java.util.Collections;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The order of patterns. */
class LoopPatternsTest {

  private static final Cost NO_COST = new Cost(0L, 0.0, 0L);

  private static LoopVerdict loop(String message) {
    for (SpecificRecord output :
        ReplayedOutputs.replayEventLines(
            Collections.nCopies(
                2,
                "{\"taskId\":\"t\",\"type\":\"failure_reported\",\"message\":\"%s\"}"
                    .formatted(message)))) {
      if (output instanceof LoopVerdict verdict) {
        return verdict;
      }
    }
    throw new AssertionError("two failures alike are a loop");
  }

  @Test
  void returnsMostFrequentPatterns() {
    // Given: four patterns of 2, 4, 1 and 3 loops, one of them too old
    LoopPatterns patterns = new LoopPatterns();
    List<String> messages = List.of("syntax error", "no such file", "missing bean", "bad checksum");
    int[] loops = {2, 4, 1, 3};
    for (int i = 0; i < loops.length; i++) {
      LoopVerdict verdict = loop(messages.get(i));
      for (int loop = 0; loop < loops[i]; loop++) {
        patterns.countLoop(verdict, i == 3 ? 10 : 100, NO_COST);
      }
    }

    // When, Then
    assertThat(patterns.mostFrequent(0, 3)).extracting(LoopPattern::loops).containsExactly(4, 3, 2);
    assertThat(patterns.mostFrequent(50, 2)).extracting(LoopPattern::loops).containsExactly(4, 2);
    assertThat(patterns.mostFrequent(50, 9)).hasSize(3);
  }
}
