package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A search in the loop memory; null matches anything.
 *
 * @param signature prefix of the loop's signature
 * @param loopType the loop's type
 * @param workflow the workflow of its task
 * @param tenant the tenant of its task
 * @param text approximate text of the loop or the remedy
 */
public record MemorySearch(
    String signature, LoopType loopType, String workflow, String tenant, String text) {

  /**
   * A loop in one workflow of a tenant with its remedies.
   *
   * @param signature its signature
   * @param loopType its type
   * @param workflow the workflow, or null
   * @param tenant the tenant, or null
   * @param what the loop's text, from the newest case
   * @param remedies the remedies, best first
   */
  public record SearchResult(
      String signature,
      LoopType loopType,
      String workflow,
      String tenant,
      String what,
      List<Remedy> remedies) {

    public SearchResult {
      remedies = List.copyOf(remedies);
    }

    long at() {
      return remedies.stream().mapToLong(Remedy::at).max().orElse(0);
    }
  }

  private record SearchKey(String signature, String workflow, String tenant) {}

  /**
   * The matching loops, most similar first if a text is given, then newest first.
   *
   * @param cases the cases, least recently published first
   * @param at time of the search, epoch milliseconds
   * @param similarity how texts are compared
   */
  public List<SearchResult> searchMemories(
      Collection<LoopMemory> cases, long at, LoopSimilarity similarity) {
    Map<SearchKey, List<LoopMemory>> casesByLoop = new LinkedHashMap<>();
    cases.stream()
        .filter(this::matchesFilters)
        .forEach(
            memory ->
                casesByLoop
                    .computeIfAbsent(
                        new SearchKey(
                            memory.getSignature(), memory.getWorkflow(), memory.getTenant()),
                        it -> new ArrayList<>())
                    .add(memory));
    if (text == null) {
      return casesByLoop.values().stream()
          .map(same -> summarizeCasesOfLoop(same, at))
          .sorted(Comparator.comparingLong(SearchResult::at).reversed())
          .toList();
    }
    Map<SearchResult, Double> matching = new HashMap<>();
    Map<String, Double> similarities = similarityByCaseText(casesByLoop.values(), similarity);
    for (List<LoopMemory> same : casesByLoop.values()) {
      double best =
          same.stream().flatMap(MemorySearch::texts).mapToDouble(similarities::get).max().orElse(0);
      if (best >= similarity.similarityThreshold()) {
        matching.put(summarizeCasesOfLoop(same, at), best);
      }
    }
    return matching.keySet().stream()
        .sorted(
            Comparator.<SearchResult>comparingDouble(matching::get)
                .thenComparingLong(SearchResult::at)
                .reversed())
        .toList();
  }

  private boolean matchesFilters(LoopMemory memory) {
    return (signature == null || memory.getSignature().startsWith(signature))
        && (loopType == null || memory.getLoopType() == loopType)
        && (workflow == null || Objects.equals(workflow, memory.getWorkflow()))
        && (tenant == null || Objects.equals(tenant, memory.getTenant()));
  }

  /** The texts of the loop and the remedy. */
  private static Stream<String> texts(LoopMemory memory) {
    return Stream.of(memory.getWhat(), memory.getRemedy()).filter(caseText -> !caseText.isBlank());
  }

  /** The similarity of each text to the search text; 1 if it contains the search text. */
  private Map<String, Double> similarityByCaseText(
      Collection<List<LoopMemory>> cases, LoopSimilarity similarity) {
    Map<String, LoopSimilarity.PreparedText> preparedTexts = new LinkedHashMap<>();
    cases.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(LoopMemory::getAt))
        .flatMap(MemorySearch::texts)
        .forEach(
            caseText -> preparedTexts.computeIfAbsent(caseText, similarity::prepareStoredLoopText));
    LoopSimilarity.PreparedText preparedQuery = similarity.prepareQueriedLoopText(text, text);
    String lowerCaseText = text.toLowerCase(Locale.ROOT);
    Map<String, Double> similarities = new HashMap<>();
    preparedTexts.forEach(
        (caseText, prepared) ->
            similarities.put(
                caseText,
                caseText.toLowerCase(Locale.ROOT).contains(lowerCaseText)
                    ? 1
                    : preparedQuery.similarityTo(prepared)));
    return similarities;
  }

  private static SearchResult summarizeCasesOfLoop(List<LoopMemory> same, long at) {
    LoopMemory newest = same.stream().max(Comparator.comparing(LoopMemory::getAt)).orElseThrow();
    return new SearchResult(
        newest.getSignature(),
        newest.getLoopType(),
        newest.getWorkflow(),
        newest.getTenant(),
        newest.getWhat(),
        Remedy.aggregateByRemedy(same, at));
  }
}
