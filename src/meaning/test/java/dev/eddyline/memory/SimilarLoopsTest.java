package dev.eddyline.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.meaning.model.SentenceModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Similar loops shown at a gate, measured with labelled pairs and the sentence model. */
class SimilarLoopsTest {

  private record Pair(boolean alike, String kind, String one, String other) {}

  private final LoopSimilarity loopSimilarity =
      MeaningSimilarity.resolvingOnEachQuery(
          text -> Optional.of(SentenceModel.shared().encode(text)), 1);
  private final LoopSimilarity words = new WordSimilarity();

  private static List<Pair> pairs(String file) throws IOException {
    try (InputStream in = SimilarLoopsTest.class.getResourceAsStream("/memory/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" \\| "))
          .map(cells -> new Pair(cells[0].equals("alike"), cells[1], cells[2], cells[3]))
          .toList();
    }
  }

  private static boolean isShown(Pair pair, LoopSimilarity by) {
    LoopSimilarity.PreparedText remembered = by.prepareStoredLoopText(pair.one());
    return by.prepareQueriedLoopText(pair.other(), pair.other()).similarityTo(remembered)
        >= by.similarityThreshold();
  }

  @ParameterizedTest
  @CsvSource({"alike.psv, 0.9, 0.8", "alike-held-out.psv, 0.9, 0.8"})
  void similarLoopsAreFoundWithRequiredPrecisionAndRecall(
      String file, double precision, double recall) throws IOException {
    // When
    List<Pair> pairs = pairs(file);
    List<Pair> shown = pairs.stream().filter(pair -> isShown(pair, loopSimilarity)).toList();
    List<Pair> byWords = pairs.stream().filter(pair -> isShown(pair, words)).toList();

    // Then
    double alike = pairs.stream().filter(Pair::alike).count();
    double right = shown.stream().filter(Pair::alike).count();
    assertThat(right / shown.size()).as("precision").isGreaterThanOrEqualTo(precision);
    assertThat(right / alike).as("recall").isGreaterThanOrEqualTo(recall);
    assertThat(byWords.size() / alike).as("by words alone").isLessThan(recall / 2);
  }

  @Test
  void sameProblemWithDifferentObjectIsSimilar() throws IOException {
    // When
    List<Pair> others = new ArrayList<>(pairs("alike.psv"));
    others.addAll(pairs("alike-held-out.psv"));
    others.removeIf(pair -> !pair.kind().equals("thing"));

    // Then
    assertThat(others).hasSize(7).allMatch(pair -> isShown(pair, loopSimilarity));
  }
}
