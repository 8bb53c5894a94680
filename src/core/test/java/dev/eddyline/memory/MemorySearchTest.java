package dev.eddyline.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.memory.MemorySearch.SearchResult;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.RemedyKind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found among remembered loops. */
class MemorySearchTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  private static final List<LoopMemory> CASES =
      List.of(
          memory("aa1", LoopType.IDENTICAL_FAILURE, "build", "npm ERR! peer react", "Pin react", 1),
          memory("aa1", LoopType.IDENTICAL_FAILURE, "build", "npm ERR! peer react", "Pin react", 2),
          memory("aa1", LoopType.IDENTICAL_FAILURE, null, "npm ERR! peer react", "Use yarn", 3),
          memory("bb2", LoopType.REPEATED_ACTION, "build", "ls {\"path\":\"src\"}", "Read it", 4));

  private static LoopMemory memory(
      String signature, LoopType type, String workflow, String what, String remedy, int second) {
    return new LoopMemory(
        signature,
        type,
        null,
        workflow,
        null,
        what,
        RemedyKind.GUIDANCE,
        remedy,
        1,
        1,
        null,
        "g" + second,
        "T" + second,
        "T" + second,
        "e" + second,
        NOW.plusSeconds(second));
  }

  private static List<SearchResult> search(
      String signature, LoopType type, String workflow, String text) {
    return new MemorySearch(signature, type, workflow, null, text)
        .searchMemories(CASES, NOW.toEpochMilli() + 60_000, new WordSimilarity());
  }

  @Test
  void tenantsAreApart() {
    // Given
    LoopMemory ofTenant = LoopMemory.newBuilder(CASES.get(0)).setTenant("a-").build();
    List<LoopMemory> cases = List.of(CASES.get(0), ofTenant);

    // When
    List<SearchResult> all =
        new MemorySearch(null, null, null, null, null)
            .searchMemories(cases, NOW.toEpochMilli(), new WordSimilarity());
    List<SearchResult> one =
        new MemorySearch(null, null, null, "a-", null)
            .searchMemories(cases, NOW.toEpochMilli(), new WordSimilarity());

    // Then
    assertThat(all).extracting(SearchResult::tenant).containsExactlyInAnyOrder(null, "a-");
    assertThat(one).extracting(SearchResult::tenant).containsExactly("a-");
  }

  @Test
  void withoutAnythingAllOfIt_theNewestFirst_eachWorkflowsApart() {
    // When
    List<SearchResult> found = search(null, null, null, null);

    // Then
    assertThat(found).extracting(SearchResult::signature).containsExactly("bb2", "aa1", "aa1");
    assertThat(found.get(2).remedies().get(0).toDisplayText())
        .isEqualTo("Guidance \"Pin react\" helped 2 of 2 times");
    assertThat(found.get(2).remedies().get(0).sources()).containsExactly("g2", "g1");
  }

  @Test
  void bySignatureTypeAndWorkflow() {
    // Then
    assertThat(search("aa", null, null, null)).hasSize(2);
    assertThat(search(null, LoopType.REPEATED_ACTION, null, null)).hasSize(1);
    assertThat(search(null, null, "build", null)).hasSize(2);
    assertThat(search("aa", LoopType.REPEATED_ACTION, null, null)).isEmpty();
  }

  @Test
  void searchMatchesWordsOfLoopOrRemedy() {
    // Then
    assertThat(search(null, null, null, "peer of react, npm error"))
        .extracting(SearchResult::signature)
        .contains("aa1")
        .doesNotContain("bb2");
    assertThat(search(null, null, null, "USE YARN")).hasSize(1);
    assertThat(search(null, null, null, "kubernetes")).isEmpty();
  }
}
