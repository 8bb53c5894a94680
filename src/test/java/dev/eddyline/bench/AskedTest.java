package dev.eddyline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.Signal;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions and answers of the sentence model are counted by event. */
class AskedTest {

  private final Asked asked = new Asked();

  private void question(String event) {
    asked.take(new Signal(new MeaningRequested(event, "T", null, null, List.of())), 0);
  }

  private void answer(String event, int texts, long at) {
    RequestVector vector = new RequestVector(1L, ByteBuffer.allocate(1));
    List<RequestVector> vectors = Collections.nCopies(texts, vector);
    asked.take(new Signal(new MeaningFound(event, "T", null, null, vectors)), at);
  }

  @Test
  void aQuestionWithoutAnAnswerIsLost_andOneThatIsAnsweredTwiceIsNot() {
    // Given
    question("e1");
    question("e2");

    // When
    answer("e1", 2, 10);
    answer("e1", 2, 20);

    // Then
    assertThat(asked.questions()).isEqualTo(2);
    assertThat(asked.lost()).isEqualTo(1);
  }

  @Test
  void theRateIsThatFromTheFirstAnswerToTheLast() {
    // Given
    answer("e1", 7, 1_000);

    // When
    answer("e2", 2, 1_500);
    answer("e3", 2, 3_000);

    // Then
    assertThat(asked.textsPerSecond()).isEqualTo(2.0);
  }

  @Test
  void withoutAnswersThereIsNoRate() {
    // Given
    question("e1");

    // When / Then
    assertThat(asked.textsPerSecond()).isZero();
  }
}
