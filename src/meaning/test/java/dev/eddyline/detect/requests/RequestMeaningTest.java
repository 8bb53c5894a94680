package dev.eddyline.detect.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.requests.LabelledPairs.Pair;
import dev.eddyline.detect.requests.LabelledPairs.Score;
import dev.eddyline.detect.similarity.CoreText;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.detect.similarity.Similarity;
import dev.eddyline.meaning.model.SentenceModel;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the measure by meaning takes for the same; the model is the real one. */
class RequestMeaningTest {

  private static final double THRESHOLD = 0.85;

  @Test
  void labelledPairsAreSeparatedWell() {
    // Given
    List<Pair> pairs = new ArrayList<>(LabelledPairs.read(LabelledPairs.TRAINING_SET_FILE));
    pairs.addAll(LabelledPairs.read(LabelledPairs.TEST_SET_FILE));
    assertThat(pairs).hasSizeGreaterThan(150).doesNotHaveDuplicates();

    // When
    Score score = score(pairs);

    // Then
    assertThat(score.precision()).isGreaterThanOrEqualTo(0.95);
    assertThat(score.recall()).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void unseenPairsAreSeparatedWell() {
    Score score = score(LabelledPairs.read(LabelledPairs.TEST_SET_FILE));

    assertThat(score.precision()).isGreaterThanOrEqualTo(0.9);
    assertThat(score.recall()).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void mostPairsAreSettledWithoutTheModelOrNearIt() {
    List<Pair> pairs = LabelledPairs.read(LabelledPairs.TRAINING_SET_FILE);

    assertThat(pairs.stream().filter(Pair::needsSentenceModel).count())
        .isLessThan(pairs.size() / 2);
  }

  @Test
  void identifiersNumbersAndNegationsNeedNoModel() {
    List<Pair> settled =
        LabelledPairs.read(LabelledPairs.TRAINING_SET_FILE).stream()
            .filter(pair -> !pair.same())
            .filter(pair -> List.of("identifier", "number", "negation").contains(pair.kind()))
            .toList();

    assertThat(settled).hasSizeGreaterThan(20);
    assertThat(settled).noneMatch(Pair::needsSentenceModel);
    assertThat(settled)
        .allMatch(pair -> pair.similarity() <= Similarity.MAX_DIFFERENT_REQUEST_SIMILARITY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Can you review this auth code again? | review this authentication code?",
        "Would you mind running the tests?    | running the tests?",
        "Please, please check the db!         | check the database!",
        "Thanks                               | Thanks",
        "このコードをレビューしてください         | このコードをレビューしてください",
      })
  void coreTextOmitsPolitenessAndExpandsAbbreviations(String text, String core) {
    assertThat(CoreText.extractCoreText(text)).isEqualTo(core);
  }

  @Test
  void byteVectorEqualsFloatVectorClosely() {
    float[] one = {0.5f, -0.25f, 1f, 0f};
    float[] other = {0.4f, -0.2f, 0.9f, 0.1f};
    double exact = (0.2 + 0.05 + 0.9) / Math.sqrt(1.3125 * (0.16 + 0.04 + 0.81 + 0.01));

    assertThat(SentenceVector.of(one).cosine(SentenceVector.of(other)))
        .isCloseTo(exact, Offset.offset(0.005));
    assertThat(SentenceVector.of(one).bytes().remaining()).isEqualTo(4);
    assertThat(SentenceVector.of(one).cosine(SentenceVector.of(new float[] {1}))).isZero();
  }

  @Test
  void modelVectorsAreStable() {
    SentenceModel model = SentenceModel.shared();
    SentenceVector code = model.encode("Can you review this authentication code?");

    assertThat(code.bytes().remaining()).isEqualTo(384);
    assertThat(code.cosine(model.encode("Can you review this auth code again?")))
        .isBetween(0.87, 0.89);
    assertThat(
            model.encode("Review the orders table").cosine(model.encode("Review the users table")))
        .isLessThan(0.6);
    assertThat(model.encode("x ".repeat(5_000)).bytes().remaining()).isEqualTo(384);
    assertThat(model.encode("").bytes()).isEqualTo(model.encode(" ").bytes());
  }

  private static Score score(List<Pair> pairs) {
    return LabelledPairs.score(pairs, pairs.stream().map(Pair::similarity).toList(), THRESHOLD);
  }
}
