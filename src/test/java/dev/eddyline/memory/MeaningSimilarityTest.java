package dev.eddyline.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.SentenceVector;
import dev.eddyline.policy.MemorySharing;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.RemedyKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Similarity by meaning, resolved in the background; with a stub model. */
class MeaningSimilarityTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final Duration LONG = Duration.ofDays(1);
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

  private final List<String> asked = new ArrayList<>();
  private final MeaningSimilarity likeness = MeaningSimilarity.of(this::model);
  private final LoopMemoryIndex book = new LoopMemoryIndex(likeness);
  private int cases;

  private Optional<SentenceVector> model(String text) {
    asked.add(text);
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
    book.applyRecord(LoopSignature.recordKey(memory), memory);
  }

  private List<String> similar(String signature, String what) {
    return book.snapshot()
        .findRemedies(
            new LoopQuery(
                signature,
                LoopType.IDENTICAL_FAILURE,
                what,
                null,
                NOW.toEpochMilli(),
                workflow -> MemorySharing.WORKFLOW));
  }

  @Test
  void aQuestionNeverRunsTheModel_theNextAboutThatLoopKnowsWhatItFound() {
    // Given
    remember(FULL, null);
    assertThat(similar("other", REWORDED)).isEmpty();
    assertThat(asked).isEmpty();

    // When
    likeness.resolveMeanings(LONG);

    // Then
    assertThat(similar("other", REWORDED))
        .containsExactly(
            "In a similar loop (" + FULL + "): Guidance \"Clean up\" helped 1 of 1 time");
    assertThat(asked).containsExactly(REWORDED, FULL);
  }

  @Test
  void aLoopWhoseTextDiffersInWhatIsVolatileMatchesTheQueriedLoop() {
    // Given
    remember(FULL, null);
    similar("other", REWORDED);
    likeness.resolveMeanings(LONG);

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
    likeness.resolveMeanings(LONG);

    // Then
    assertThat(similar("other", REWORDED))
        .extracting(told -> told.substring(0, told.indexOf(')')))
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
    likeness.resolveMeanings(LONG);

    // Then
    assertThat(similar("other", REWORDED)).isEmpty();
  }

  @Test
  void withoutAnAnswerOfTheModelWordsMustDo() {
    // Given
    remember("cannot read property 'x' of undefined", null);
    similar("other", "cannot read property 'y' of undefined");

    // When
    likeness.resolveMeanings(LONG);

    // Then
    assertThat(similar("other", "cannot read property 'y' of undefined")).hasSize(1);
    assertThat(similar("far", "something else")).isEmpty();
    assertThat(asked).hasSize(2);
  }

  @Test
  void inNoTimeOneTextIsFoundOut_ofQuestionsFirst() {
    // Given
    remember(FULL, null);
    remember("Elsewhere", null);
    similar("other", REWORDED);

    // When
    likeness.resolveMeanings(Duration.ZERO);
    likeness.resolveMeanings(Duration.ZERO);

    // Then: of the remembered the newest
    assertThat(asked).containsExactly(REWORDED, "Elsewhere");
  }

  @Test
  void queriesBeyondTheLimitAreComparedByWords_andQueuedNextTime() {
    // Given
    remember(FULL, null);
    for (int other = 0; other < MeaningSimilarity.MAX_QUEUED; other++) {
      similar("q" + other, "question " + other);
    }
    similar("other", REWORDED);
    likeness.resolveMeanings(LONG);
    assertThat(asked).hasSize(MeaningSimilarity.MAX_QUEUED + 1).doesNotContain(REWORDED);
    assertThat(similar("other", REWORDED)).isEmpty();

    // When
    likeness.resolveMeanings(LONG);

    // Then
    assertThat(similar("other", REWORDED)).hasSize(1);
  }

  @Test
  void aMeaningIsResolvedOnceAndItsTextDropped() {
    // Given
    LazyMeaning known = new LazyMeaning(FULL);
    known.resolve(this::model);

    // When
    known.resolve(this::model);

    // Then
    assertThat(asked).containsExactly(FULL);
    assertThat(known).hasAllNullFieldsOrPropertiesExcept("vector");
    assertThat(known.cosine(known)).isEqualTo(1);
  }

  @Test
  void whoMayWaitHasTheMeaningWithTheFirstQuestion() {
    // Given
    MeaningSimilarity patient = MeaningSimilarity.resolvingAtOnce(this::model, 1);
    LoopSimilarity.PreparedText older = patient.prepare("Farther");
    LoopSimilarity.PreparedText newer = patient.prepare(FULL);

    // When
    LoopSimilarity.PreparedText question = patient.prepareQuery("s", REWORDED);

    // Then: what is remembered beyond the bound is compared by its words
    assertThat(asked).containsExactly(REWORDED, FULL);
    assertThat(question.similarity(newer)).isGreaterThan(patient.threshold());
    assertThat(question.similarity(older)).isZero();
  }
}
