package dev.eddyline.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.SentenceVector;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.OpenRequest;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is answered to what is asked about the meaning of texts; the model is a stand-in. */
class MeaningAnswersTest {

  private static final Source SOURCE = new Source("agent-events", 0, 7L, 4_096);

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
    Signal asked = asked(new RequestText(1L, "one"), new RequestText(2L, "other one"));

    MeaningFound found = (MeaningFound) answers.to(asked).orElseThrow().getBody();

    assertThat(found.getEventId()).isEqualTo("e1");
    assertThat(found.getSource()).isEqualTo(SOURCE);
    assertThat(found.getAsked()).isEqualTo(((MeaningRequested) asked.getBody()).getAsked());
    assertThat(found.getVectors()).extracting(RequestVector::getExact).containsExactly(1L, 2L);
    assertThat(found.getVectors()).allMatch(vector -> vector.getVector().remaining() == 2);
  }

  @Test
  void aTextIsComputedOnce() {
    answers.to(asked(new RequestText(1L, "one")));
    answers.to(asked(new RequestText(1L, "one"), new RequestText(2L, "two")));

    assertThat(computed).containsExactly("one", "two");
  }

  @Test
  void whatAsksNothingIsNotAnswered() {
    Signal order = new Signal(new Forgetting("o1", "T", 0, SOURCE, Instant.EPOCH));

    assertThat(answers.to(order)).isEmpty();
    assertThat(answers.to(answers.to(asked(new RequestText(1L, "one"))).orElseThrow())).isEmpty();
  }

  private static Signal asked(RequestText... texts) {
    OpenRequest request =
        OpenRequest.newBuilder()
            .setRootTaskId("T")
            .setAgentId("a")
            .setToAgent("b")
            .setEventTime(Instant.EPOCH)
            .setRecordTime(Instant.EPOCH)
            .setStamp(1L)
            .setEpoch(0L)
            .setCounted(false)
            .setReplyRequested(false)
            .setTaskCost(new Cost(0L, 0.0, 0L))
            .setExact(1L)
            .setCompared(List.of())
            .build();
    return new Signal(new MeaningRequested("e1", "T", SOURCE, request, List.of(texts)));
  }
}
