package dev.eddyline.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.SentenceVector;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.Signal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is answered to what is asked about the meaning of texts; the model is a fake. */
class MeaningAnswersTest {

  private final List<String> computed = new ArrayList<>();
  private final MeaningAnswers answers =
      new MeaningAnswers(
          () ->
              text -> {
                computed.add(text);
                return SentenceVector.of(new float[] {text.length(), 1});
              });

  @Test
  void theAnswerEchoesTheQuestionAndBearsAVectorForEachText() {
    Signal asked = Questions.about("one", "other one");

    MeaningFound found = (MeaningFound) answers.to(asked).orElseThrow().getBody();

    assertThat(found.getEventId()).isEqualTo("e1");
    assertThat(found.getSource()).isEqualTo(Questions.SOURCE);
    assertThat(found.getAsked()).isEqualTo(((MeaningRequested) asked.getBody()).getAsked());
    assertThat(found.getVectors()).extracting(RequestVector::getExact).containsExactly(1L, 2L);
    assertThat(found.getVectors()).allMatch(vector -> vector.getVector().remaining() == 2);
  }

  @Test
  void aTextIsComputedOnce() {
    answers.to(Questions.about("one"));
    answers.to(Questions.about("one", "two"));

    assertThat(computed).containsExactly("one", "two");
  }

  @Test
  void whatAsksNothingIsNotAnswered() {
    Signal order = new Signal(new Forgetting("o1", "T", 0, Questions.SOURCE, Instant.EPOCH));

    assertThat(answers.to(order)).isEmpty();
    assertThat(answers.to(answers.to(Questions.about("one")).orElseThrow())).isEmpty();
  }
}
