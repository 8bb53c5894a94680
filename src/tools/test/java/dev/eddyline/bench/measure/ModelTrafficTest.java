package dev.eddyline.bench.measure;

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
class ModelTrafficTest {

  private final ModelTraffic traffic = new ModelTraffic();

  private void question(String event) {
    traffic.addSignal(new Signal(new MeaningRequested(event, "T", null, null, List.of())), 0);
  }

  private void answer(String event, int texts, long at) {
    RequestVector vector = new RequestVector(1L, ByteBuffer.allocate(1));
    List<RequestVector> vectors = Collections.nCopies(texts, vector);
    traffic.addSignal(new Signal(new MeaningFound(event, "T", null, null, vectors)), at);
  }

  @Test
  void unansweredQuestionIsLostButDuplicateAnswerIsNot() {
    // Given
    question("e1");
    question("e2");

    // When
    answer("e1", 2, 10);
    answer("e1", 2, 20);

    // Then
    assertThat(traffic.questions()).isEqualTo(2);
    assertThat(traffic.lost()).isEqualTo(1);
  }

  @Test
  void rateSpansFirstToLastAnswer() {
    // Given
    answer("e1", 7, 1_000);

    // When
    answer("e2", 2, 1_500);
    answer("e3", 2, 3_000);

    // Then
    assertThat(traffic.textsPerSecond()).isEqualTo(2.0);
  }

  @Test
  void rateIsZeroWithoutAnswers() {
    // Given
    question("e1");

    // When / Then
    assertThat(traffic.textsPerSecond()).isZero();
  }
}
