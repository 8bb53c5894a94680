package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.Signal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is answered to what is asked about the meaning of texts; the model is a fake. */
class MeaningAnswersTest {

  private final List<String> computed = new ArrayList<>();
  private final MeaningAnswers answers =
      new MeaningAnswers(
          text -> {
            computed.add(text);
            return Optional.of(SentenceVector.of(new float[] {text.length(), 1}));
          });

  @Test
  void theAnswerEchoesTheQuestionAndBearsAVectorForEachText() {
    Signal question = MeaningQuestions.questionAbout("one", "other one");

    MeaningFound found = (MeaningFound) answers.vectorReplyTo(question).orElseThrow().getBody();

    assertThat(found.getEventId()).isEqualTo("e1");
    assertThat(found.getSource()).isEqualTo(MeaningQuestions.SOURCE);
    assertThat(found.getAsked()).isEqualTo(((MeaningRequested) question.getBody()).getAsked());
    assertThat(found.getVectors()).extracting(RequestVector::getExact).containsExactly(1L, 2L);
    assertThat(found.getVectors()).allMatch(vector -> vector.getVector().remaining() == 2);
  }

  @Test
  void aTextIsComputedOnce() {
    answers.vectorReplyTo(MeaningQuestions.questionAbout("one"));
    answers.vectorReplyTo(MeaningQuestions.questionAbout("one", "two"));

    assertThat(computed).containsExactly("one", "two");
  }

  @Test
  void otherSignalsAreNotAnswered() {
    Signal order =
        new Signal(new Forgetting("o1", "T", 0, MeaningQuestions.SOURCE, Instant.EPOCH, false));

    assertThat(answers.vectorReplyTo(order)).isEmpty();
    assertThat(
            answers.vectorReplyTo(
                answers.vectorReplyTo(MeaningQuestions.questionAbout("one")).orElseThrow()))
        .isEmpty();
  }
}
