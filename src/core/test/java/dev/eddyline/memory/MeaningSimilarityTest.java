package dev.eddyline.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.policy.MemorySharing;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.RemedyKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Similarity by meaning, resolved in the background; with a stub model. */
class MeaningSimilarityTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final String FULL = "No space left on device";
  private static final String REWORDED = "The disk is full";

  private static final Map<String, SentenceVector> VECTORS =
      Map.of(
          FULL,
          SentenceVector.of(new float[] {1, 0, 0}),
          REWORDED,
          SentenceVector.of(new float[] {3, 1, 0}),
          "Farther",
          SentenceVector.of(new float[] {1, 2, 0}),
          "Elsewhere",
          SentenceVector.of(new float[] {0, 0, 1}));

  private final List<String> textsSentToModel = new ArrayList<>();
  private final MeaningSimilarity meaningSimilarity = MeaningSimilarity.of(this::model);
  private final LoopMemoryIndex book = new LoopMemoryIndex(meaningSimilarity);
  private int cases;

  private Optional<SentenceVector> model(String text) {
    textsSentToModel.add(text);
    return Optional.ofNullable(VECTORS.get(text));
  }

  private void remember(String what, String workflow) {
    cases++;
    LoopMemory memory =
        new LoopMemory(
            "s" + cases,
            LoopType.IDENTICAL_FAILURE,
            null,
            workflow,
            null,
            what,
            RemedyKind.GUIDANCE,
            "Clean up",
            1,
            1,
            null,
            "gate-" + cases,
            "T" + cases,
            "T" + cases,
            "e" + cases,
            NOW.plusSeconds(cases));
    book.applyLoopMemoryRecord(LoopSignature.loopMemoryRecordKey(memory), memory);
  }

  private List<String> similar(String signature, String what) {
    return book.currentSnapshot()
        .findRemedyTexts(
            new LoopQuery(
                signature,
                LoopType.IDENTICAL_FAILURE,
                what,
                null,
                null,
                NOW.toEpochMilli(),
                workflow -> MemorySharing.WORKFLOW));
  }

  @Test
  void queryNeverRunsModel_andLaterQueryUsesItsResult() {
    // Given
    remember(FULL, null);
    assertThat(similar("other", REWORDED)).isEmpty();
    assertThat(textsSentToModel).isEmpty();

    // When
    meaningSimilarity.resolvePendingMeanings(() -> true);

    // Then
    assertThat(similar("other", REWORDED))
        .containsExactly(
            "In a similar loop (" + FULL + "): Guidance \"Clean up\" helped 1 of 1 time");
    assertThat(textsSentToModel).containsExactly(REWORDED, FULL);
  }

  @Test
  void queriedLoopMatchesDespiteDifferentVolatileParts() {
    // Given
    remember(FULL, null);
    similar("other", REWORDED);
    meaningSimilarity.resolvePendingMeanings(() -> true);

    // Then
    assertThat(similar("other", REWORDED + " at 12:03")).hasSize(1);
    assertThat(similar("another", "Of which nothing is known")).isEmpty();
  }

  @Test
  void theNearestComeFirst_whatIsTooFarDoesNotCome() {
    // Given
    remember("Farther", null);
    remember("Elsewhere", null);
    remember(FULL, null);
    remember(REWORDED, null);
    similar("other", REWORDED);

    // When
    meaningSimilarity.resolvePendingMeanings(() -> true);

    // Then
    assertThat(similar("other", REWORDED))
        .extracting(remedyText -> remedyText.substring(0, remedyText.indexOf(')')))
        .containsExactly(
            "In a similar loop (" + REWORDED,
            "In a similar loop (" + FULL,
            "In a similar loop (Farther");
  }

  @Test
  void whatALoopMeansCrossesNoBoundary() {
    // Given
    remember(FULL, "build");
    similar("other", REWORDED);

    // When
    meaningSimilarity.resolvePendingMeanings(() -> true);

    // Then
    assertThat(similar("other", REWORDED)).isEmpty();
  }

  @Test
  void withoutAnAnswerOfTheModelWordsMustDo() {
    // Given
    remember("cannot read property 'x' of undefined", null);
    similar("other", "cannot read property 'y' of undefined");

    // When
    meaningSimilarity.resolvePendingMeanings(() -> true);

    // Then
    assertThat(similar("other", "cannot read property 'y' of undefined")).hasSize(1);
    assertThat(similar("far", "something else")).isEmpty();
    assertThat(textsSentToModel).hasSize(2);
  }

  @Test
  void inNoTimeOneTextIsFoundOut_ofQuestionsFirst() {
    // Given
    remember(FULL, null);
    remember("Elsewhere", null);
    similar("other", REWORDED);

    // When
    meaningSimilarity.resolvePendingMeanings(() -> false);
    meaningSimilarity.resolvePendingMeanings(() -> false);

    // Then: of the remembered the newest
    assertThat(textsSentToModel).containsExactly(REWORDED, "Elsewhere");
  }

  @Test
  void queriesBeyondTheQueueLimitAreComparedByWords_andQueuedOnTheNextQuery() {
    // Given
    remember(FULL, null);
    for (int other = 0; other < MeaningSimilarity.MAX_PENDING_QUERIES; other++) {
      similar("q" + other, "question " + other);
    }
    similar("other", REWORDED);
    meaningSimilarity.resolvePendingMeanings(() -> true);
    assertThat(textsSentToModel)
        .hasSize(MeaningSimilarity.MAX_PENDING_QUERIES + 1)
        .doesNotContain(REWORDED);
    assertThat(similar("other", REWORDED)).isEmpty();

    // When
    meaningSimilarity.resolvePendingMeanings(() -> true);

    // Then
    assertThat(similar("other", REWORDED)).hasSize(1);
  }

  @Test
  void aMeaningIsResolvedOnceAndItsTextDropped() {
    // Given
    LazyMeaning known = new LazyMeaning(FULL);
    known.resolveWithModel(this::model);

    // When
    known.resolveWithModel(this::model);

    // Then
    assertThat(textsSentToModel).containsExactly(FULL);
    assertThat(known).hasAllNullFieldsOrPropertiesExcept("vector");
    assertThat(known.cosine(known)).isEqualTo(1);
  }

  @Test
  void whoMayWaitHasTheMeaningWithTheFirstQuestion() {
    // Given
    MeaningSimilarity meaningSimilarity = MeaningSimilarity.resolvingOnEachQuery(this::model, 1);
    LoopSimilarity.PreparedText older = meaningSimilarity.prepareStoredLoopText("Farther");
    LoopSimilarity.PreparedText newer = meaningSimilarity.prepareStoredLoopText(FULL);

    // When
    LoopSimilarity.PreparedText question = meaningSimilarity.prepareQueriedLoopText("s", REWORDED);

    // Then: what is remembered beyond the bound is compared by its words
    assertThat(textsSentToModel).containsExactly(REWORDED, FULL);
    assertThat(question.similarityTo(newer)).isGreaterThan(meaningSimilarity.similarityThreshold());
    assertThat(question.similarityTo(older)).isZero();
  }
}
