package dev.eddyline.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.bench.process.TopologyVariant;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.json.EventTime;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class VerdictDigestTest {

  /** The same two verdicts, created again. */
  private static List<LoopVerdict> verdicts() {
    List<LoopVerdict> verdicts = new ArrayList<>();
    InProcessEngine replay =
        new InProcessEngine(TopologyVariant.policies(), InProcessEngine.NO_CLAMP);
    for (int i = 0; i < 3; i++) {
      FailureReported failure = new FailureReported("x is undefined", null, null, null, null);
      Instant at = EventTime.EARLIEST.plusSeconds(i);
      replay
          .processEvent(
              new AgentEvent(
                  "e" + i, "t", null, null, null, "a", null, at, null, null, false, failure, null,
                  null))
          .outputs()
          .forEach(
              output -> {
                if (output instanceof LoopVerdict verdict) {
                  verdicts.add(verdict);
                }
              });
    }
    assertThat(verdicts).hasSize(2);
    return verdicts;
  }

  private static String digest(Consumer<List<LoopVerdict>> change) {
    List<LoopVerdict> verdicts = verdicts();
    change.accept(verdicts);
    VerdictDigest digest = new VerdictDigest();
    verdicts.forEach(digest::add);
    return digest.hex();
  }

  @Test
  void ignoresOrderSourceAndDecisionTime() {
    // Given
    String digest = digest(verdicts -> {});

    // When
    String other =
        digest(
            verdicts -> {
              Collections.reverse(verdicts);
              verdicts.get(0).setSource(new Source("elsewhere", 1, 77L, 1));
              verdicts.get(1).setDecidedAt(Instant.now());
            });

    // Then
    assertThat(other).isEqualTo(digest).hasSize(64);
  }

  @Test
  void changesWithAnyOtherField() {
    // Given
    String digest = digest(verdicts -> {});

    // When
    String ofOtherReason = digest(verdicts -> verdicts.get(0).setReason("another"));
    String ofOtherCount = digest(verdicts -> verdicts.get(1).setLoopCount(7));

    // Then
    assertThat(ofOtherReason).isNotEqualTo(digest);
    assertThat(ofOtherCount).isNotEqualTo(digest);
  }

  @Test
  void changesWithMissingOrDuplicateVerdict() {
    // Given
    String digest = digest(verdicts -> {});

    // When
    String missing = digest(verdicts -> verdicts.remove(1));
    String twice = digest(verdicts -> verdicts.addAll(verdicts()));

    // Then
    assertThat(missing).isNotEqualTo(digest);
    assertThat(twice).isNotEqualTo(digest).isNotEqualTo(missing);
  }

  @Test
  void digestsOfPartsAddUp() {
    // Given
    List<LoopVerdict> verdicts = verdicts();
    VerdictDigest first = new VerdictDigest();
    VerdictDigest second = new VerdictDigest();

    // When
    first.add(verdicts.get(1));
    second.add(verdicts.get(0));
    second.add(first);

    // Then
    assertThat(second.hex()).isEqualTo(digest(all -> {}));
    assertThat(second.verdictCount()).isEqualTo(2);
  }
}
