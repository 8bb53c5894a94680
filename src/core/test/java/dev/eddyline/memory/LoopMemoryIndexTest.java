package dev.eddyline.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.MemorySharing;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.RemedyKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The index of the loop memory: grouping, ranking, size limits and visibility. */
class LoopMemoryIndexTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final String LOOP = "TypeError: cannot read property 'x' of undefined";

  private final LoopMemoryIndex book = new LoopMemoryIndex(new WordSimilarity());
  private int cases;

  private LoopMemory memory(String signature, String what, RemedyKind kind, String remedy) {
    cases++;
    return new LoopMemory(
        signature,
        LoopType.IDENTICAL_FAILURE,
        null,
        null,
        null,
        what,
        kind,
        remedy,
        1,
        1,
        null,
        "gate-" + cases,
        "T" + cases,
        "T" + cases,
        "e" + cases,
        NOW.plusSeconds(cases));
  }

  private LoopMemory guidance(String remedy, boolean helped) {
    LoopMemory memory = memory("s", LOOP, RemedyKind.GUIDANCE, remedy);
    memory.setHelped(helped ? 1 : 0);
    return memory;
  }

  private void applyToIndex(LoopMemory memory) {
    book.applyLoopMemoryRecord(LoopSignature.loopMemoryRecordKey(memory), memory);
  }

  private List<String> similar(String signature, String what) {
    return similar(signature, what, null, null, Map.of());
  }

  private List<String> similar(
      String signature, String what, String workflow, Map<String, MemorySharing> sharing) {
    return similar(signature, what, workflow, null, sharing);
  }

  private List<String> similar(
      String signature,
      String what,
      String workflow,
      String tenant,
      Map<String, MemorySharing> sharing) {
    return book.currentSnapshot()
        .findRemedyTexts(
            new LoopQuery(
                signature,
                LoopType.IDENTICAL_FAILURE,
                what,
                workflow,
                tenant,
                NOW.toEpochMilli() + 1_000_000,
                name -> sharing.getOrDefault(name == null ? "" : name, MemorySharing.WORKFLOW)));
  }

  @Test
  void whatSeveralTasksTaughtAddsUp() {
    // Given
    applyToIndex(guidance("Pin the version", true));
    applyToIndex(guidance("pin the version ", false));
    applyToIndex(guidance("Pin the version", true));

    // When
    List<String> remedyTexts = similar("s", LOOP);

    // Then
    assertThat(remedyTexts).containsExactly("Guidance \"Pin the version\" helped 2 of 3 times");
  }

  @Test
  void aLaterRecordOfACaseReplacesTheOneBefore() {
    // Given
    LoopMemory memory = guidance("Pin the version", false);
    memory.setOpenUntil(NOW.plusSeconds(1_000_000));
    applyToIndex(memory);
    assertThat(similar("s", LOOP))
        .containsExactly(
            "Guidance \"Pin the version\" was tried 1 time, not known yet whether it helped");

    // When
    applyToIndex(LoopMemoryRecords.settled(memory, 1));

    // Then
    assertThat(similar("s", LOOP))
        .containsExactly("Guidance \"Pin the version\" helped 1 of 1 time");
  }

  @Test
  void whatStaysAwayForLongEnoughHasHelped() {
    // Given
    LoopMemory memory = guidance("Pin the version", false);
    memory.setOpenUntil(NOW.plusSeconds(1_000));

    // When
    applyToIndex(memory);

    // Then
    assertThat(similar("s", LOOP))
        .containsExactly("Guidance \"Pin the version\" helped 1 of 1 time");
  }

  @Test
  void theBestComeFirst_ofEqualsTheNewest_fiveAtMost() {
    // Given
    applyToIndex(guidance("never helps", false));
    applyToIndex(guidance("helped once", true));
    applyToIndex(guidance("helped once, and later", true));
    for (int time = 0; time < 3; time++) {
      applyToIndex(guidance("helps always", true));
    }
    applyToIndex(memory("s", LOOP, RemedyKind.HINT, "Look again"));
    applyToIndex(memory("s", LOOP, RemedyKind.NO_LOOP, ""));

    // When
    List<String> remedyTexts = similar("s", LOOP);

    // Then
    assertThat(remedyTexts).hasSize(Remedy.MAX_SHOWN_REMEDIES);
    assertThat(remedyTexts.get(0)).isEqualTo("Guidance \"helps always\" helped 3 of 3 times");
    assertThat(remedyTexts.indexOf("Guidance \"helped once, and later\" helped 1 of 1 time"))
        .isLessThan(remedyTexts.indexOf("Guidance \"helped once\" helped 1 of 1 time"));
    assertThat(remedyTexts.toString()).doesNotContain("never helps");
  }

  @Test
  void remediesOfTheSameLoopPrecedeThoseOfSimilarLoops() {
    // Given
    applyToIndex(
        memory(
            "other",
            "TypeError: cannot read property 'y' of undefined",
            RemedyKind.GUIDANCE,
            "Set y"));
    applyToIndex(
        memory("far", "Disk quota exceeded while writing", RemedyKind.GUIDANCE, "Clean up"));
    applyToIndex(guidance("Set x", true));

    // When
    List<String> remedyTexts = similar("s", LOOP);

    // Then
    assertThat(remedyTexts)
        .containsExactly(
            "Guidance \"Set x\" helped 1 of 1 time",
            "In a similar loop (TypeError: cannot read property 'y' of undefined):"
                + " Guidance \"Set y\" helped 1 of 1 time");
  }

  @Test
  void erasedCasesAreRemoved() {
    // Given
    LoopMemory memory = guidance("Pin the version", true);
    applyToIndex(memory);

    // When
    book.applyLoopMemoryRecord(LoopSignature.loopMemoryRecordKey(memory), null);

    // Then
    assertThat(similar("s", LOOP)).isEmpty();
    assertThat(book.size()).isZero();
  }

  @Test
  void nothingCrossesABoundaryThatEitherPolicyForbids() {
    // Given
    LoopMemory ofBuild = guidance("Of build", true);
    ofBuild.setWorkflow("build");
    applyToIndex(ofBuild);
    LoopMemory like =
        memory(
            "like", "TypeError: cannot read property 'y' of undefined", RemedyKind.GUIDANCE, "y");
    like.setWorkflow("build");
    applyToIndex(like);

    // Then
    assertThat(similar("s", LOOP, "build", Map.of())).hasSize(2);
    assertThat(similar("s", LOOP, "deploy", Map.of())).isEmpty();
    assertThat(similar("s", LOOP, "deploy", Map.of("build", MemorySharing.ALL))).isEmpty();
    assertThat(similar("s", LOOP, "deploy", Map.of("deploy", MemorySharing.ALL))).isEmpty();
    assertThat(similar("s", LOOP, "build", Map.of("build", MemorySharing.NONE))).isEmpty();
    assertThat(
            similar(
                "s",
                LOOP,
                "deploy",
                Map.of("build", MemorySharing.ALL, "deploy", MemorySharing.ALL)))
        .hasSize(2);
  }

  @Test
  void invisibleMemoriesDoNotDisplaceVisibleMemories() {
    // Given
    String like = "TypeError: cannot read property 'y' of undefined";
    applyToIndex(memory("mine", like, RemedyKind.GUIDANCE, "Set y"));
    for (int other = 0; other < LoopMemoryView.MAX_COMPARED_LOOPS + 10; other++) {
      LoopMemory memory = memory("other " + other, LOOP, RemedyKind.GUIDANCE, "Theirs");
      memory.setWorkflow("other");
      applyToIndex(memory);
    }

    // Then
    assertThat(similar("s", LOOP)).singleElement().asString().contains("Set y");
  }

  @Test
  void busyWorkflowDoesNotEvictMemoriesOfOtherWorkflows() {
    // Given
    applyToIndex(guidance("Pin the version", true));
    for (int number = 0; number < LoopMemoryIndex.MAX_CASES_PER_LOOP + 10; number++) {
      LoopMemory same = guidance("theirs " + number, true);
      same.setWorkflow("busy");
      applyToIndex(same);
    }
    for (int number = 0; number < LoopMemoryIndex.MAX_CASES + 10; number++) {
      LoopMemory other = memory("s" + number, "loop " + number, RemedyKind.HINT, "hint");
      other.setWorkflow("busy");
      applyToIndex(other);
    }

    // Then
    assertThat(book.size()).isEqualTo(LoopMemoryIndex.MAX_CASES);
    assertThat(similar("s", LOOP))
        .containsExactly("Guidance \"Pin the version\" helped 1 of 1 time");
  }

  @Test
  void remediesOfOtherTenantsAreNeverShown_whateverThePoliciesShare() {
    // Given
    String like = "TypeError: cannot read property 'y' of undefined";
    for (String tenant : new String[] {"a-", "b-", null}) {
      LoopMemory same = memory("s", LOOP, RemedyKind.GUIDANCE, "same of " + tenant);
      same.setTenant(tenant);
      applyToIndex(same);
      LoopMemory similar = memory("like", like, RemedyKind.GUIDANCE, "similar of " + tenant);
      similar.setTenant(tenant);
      similar.setWorkflow("other");
      applyToIndex(similar);
    }
    var all = Map.of("", MemorySharing.ALL, "other", MemorySharing.ALL);

    // Then
    assertThat(similar("s", LOOP, null, "a-", all)).hasSize(2).allMatch(it -> it.contains("of a-"));
    assertThat(similar("s", LOOP, null, "b-", all)).hasSize(2).allMatch(it -> it.contains("of b-"));
    assertThat(similar("s", LOOP, null, null, all))
        .hasSize(2)
        .allMatch(it -> it.contains("of null"));
    assertThat(similar("s", LOOP, null, "c-", all)).isEmpty();
  }

  @Test
  void busyTenantDoesNotEvictMemoriesOfOtherTenants_inAnyNumberOfWorkflows() {
    // Given
    for (int number = 0; number < LoopMemoryIndex.MAX_CASES / 3; number++) {
      LoopMemory own = memory("s" + number, "loop " + number, RemedyKind.GUIDANCE, "own");
      own.setTenant("a-");
      applyToIndex(own);
    }

    // When
    for (int number = 0; number < 2 * LoopMemoryIndex.MAX_CASES; number++) {
      LoopMemory other = memory("s" + number, "loop " + number, RemedyKind.GUIDANCE, "theirs");
      other.setTenant("b-");
      other.setWorkflow(number % 2 == 0 ? null : "workflow " + number);
      applyToIndex(other);
    }

    // Then
    assertThat(book.size()).isEqualTo(LoopMemoryIndex.MAX_CASES);
    for (int number = 0; number < LoopMemoryIndex.MAX_CASES / 3; number += 100) {
      assertThat(similar("s" + number, "something else", null, "a-", Map.of()))
          .containsExactly("Guidance \"own\" helped 1 of 1 time");
    }
  }

  @Test
  void indexEvictsCasesBeyondItsLimits() {
    // When
    for (int number = 0; number < LoopMemoryIndex.MAX_CASES_PER_LOOP + 10; number++) {
      applyToIndex(guidance("the same " + number, true));
    }
    int ofOneLoop = book.size();
    for (int number = 0; number < LoopMemoryIndex.MAX_CASES + 10; number++) {
      applyToIndex(memory("s" + number, "loop " + number, RemedyKind.HINT, "hint"));
    }

    // Then
    assertThat(ofOneLoop).isEqualTo(LoopMemoryIndex.MAX_CASES_PER_LOOP);
    assertThat(book.size()).isEqualTo(LoopMemoryIndex.MAX_CASES);
    assertThat(similar("s", "something else")).isEmpty();
  }

  @Test
  void aSnapshotStaysAsItIs() {
    // Given
    applyToIndex(guidance("Pin the version", true));
    RemedyLookup before = book.currentSnapshot();

    // When
    applyToIndex(guidance("Another way", true));

    // Then
    var query =
        new LoopQuery(
            "s",
            LoopType.IDENTICAL_FAILURE,
            LOOP,
            null,
            null,
            NOW.toEpochMilli(),
            it -> MemorySharing.ALL);
    assertThat(before.findRemedyTexts(query)).hasSize(1);
    assertThat(book.currentSnapshot().findRemedyTexts(query)).hasSize(2);
  }
}
