package dev.eddyline.detect.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Texts that the model fails on. */
class FaultTolerantModelTest {

  private final List<Long> pauses = new ArrayList<>();
  private int tries;
  private int failures;

  private FaultTolerantModel of(SentenceEncoder model) {
    return new FaultTolerantModel(
        text -> {
          tries++;
          return model.vector(text);
        },
        pauses::add,
        () -> failures++);
  }

  @Test
  void failingTextIsRetriedAndThenHasNoVector() {
    // Given
    FaultTolerantModel model =
        of(text -> Optional.of(SentenceVector.of(new float[] {0, Float.NaN})));

    // When
    var vector = model.vector("poison");

    // Then
    assertThat(vector).isEmpty();
    assertThat(tries).isEqualTo(FaultTolerantModel.MAX_ATTEMPTS);
    assertThat(pauses).hasSize(FaultTolerantModel.MAX_ATTEMPTS - 1);
    assertThat(failures).isEqualTo(1);
  }

  @Test
  void transientFailureIsRetried() {
    // Given
    FaultTolerantModel model =
        of(
            text -> {
              if (tries == 1) {
                throw new IllegalStateException("for now");
              }
              return Optional.of(SentenceVector.of(new float[] {1, 2}));
            });

    // When
    var vector = model.vector("text");

    // Then
    assertThat(vector).isPresent();
    assertThat(failures).isZero();
  }

  @Test
  void missingModelIsNotRetried() {
    // Given
    FaultTolerantModel model =
        of(
            text -> {
              throw new UnsatisfiedLinkError("no native library");
            });

    // When
    model.vector("one");
    model.vector("two");

    // Then
    assertThat(tries).isEqualTo(2);
    assertThat(pauses).isEmpty();
    assertThat(failures).isEqualTo(2);
  }
}
