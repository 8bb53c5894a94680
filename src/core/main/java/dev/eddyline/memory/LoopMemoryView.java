package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * An immutable snapshot of the loop memory.
 *
 * @param loopSimilarity similarity of loops with different signatures
 * @param bySignature known loops by signature, one for each workflow of a tenant
 * @param byType known loops by type, least recently published first
 */
record LoopMemoryView(
    LoopSimilarity loopSimilarity,
    Map<String, List<KnownLoop>> bySignature,
    Map<LoopType, List<KnownLoop>> byType)
    implements RemedyLookup {

  /** Maximum number of loops that are compared by text; takes about a third of a millisecond. */
  static final int MAX_COMPARED_LOOPS = 500;

  /** Maximum number of quoted characters of a loop's text. */
  private static final int MAX_QUOTED = 80;

  LoopMemoryView {
    Objects.requireNonNull(loopSimilarity, "loopSimilarity");
    bySignature = Map.copyOf(bySignature);
    byType = Map.copyOf(byType);
  }

  /** A loop similar to the queried one. */
  private record SimilarLoop(String signature, double similarityToQuery) {}

  /** Remedies of the same loop first, then those of similar loops, most similar first. */
  @Override
  public List<String> findRemedyTexts(LoopQuery query) {
    Map<String, Boolean> seen = new HashMap<>();
    Predicate<KnownLoop> visible =
        loop ->
            query.isSameTenant(loop.tenant())
                && seen.computeIfAbsent(loop.workflow(), query::isWorkflowVisible);
    List<KnownLoop> same = visibleLoopsWithSignature(query.signature(), visible);
    List<String> texts = new ArrayList<>();
    remedies(same, query).stream()
        .limit(Remedy.MAX_SHOWN_REMEDIES)
        .map(Remedy::toDisplayText)
        .forEach(texts::add);
    if (texts.size() < Remedy.MAX_SHOWN_REMEDIES) {
      for (String other : signaturesOfSimilarLoops(query, visible)) {
        addRemedyTexts(visibleLoopsWithSignature(other, visible), query, texts);
      }
    }
    return texts.subList(0, Math.min(Remedy.MAX_SHOWN_REMEDIES, texts.size()));
  }

  private List<KnownLoop> visibleLoopsWithSignature(
      String signature, Predicate<KnownLoop> visible) {
    return bySignature.getOrDefault(signature, List.of()).stream().filter(visible).toList();
  }

  private static List<Remedy> remedies(List<KnownLoop> loops, LoopQuery query) {
    return Remedy.aggregateByRemedy(
        loops.stream().flatMap(loop -> loop.cases().stream()).toList(), query.at());
  }

  private static void addRemedyTexts(List<KnownLoop> loops, LoopQuery query, List<String> texts) {
    String loopText =
        loops.stream()
            .map(KnownLoop::newest)
            .max(Comparator.comparing(LoopMemory::getAt))
            .map(LoopMemory::getWhat)
            .orElse("");
    String quoted =
        loopText.length() <= MAX_QUOTED
            ? loopText
            : loopText.substring(0, loopText.offsetByCodePoints(0, MAX_QUOTED / 2)) + "…";
    for (Remedy remedy : remedies(loops, query)) {
      texts.add("In a similar loop (" + quoted + "): " + remedy.toDisplayText());
    }
  }

  private List<String> signaturesOfSimilarLoops(LoopQuery query, Predicate<KnownLoop> visible) {
    List<KnownLoop> candidates = loopsToCompare(query, visible);
    if (candidates.isEmpty()) {
      return List.of();
    }
    LoopSimilarity.PreparedText prepared =
        loopSimilarity.prepareQueriedLoopText(query.signature(), query.loopText());
    return candidates.stream()
        .map(loop -> new SimilarLoop(loop.signature(), prepared.similarityTo(loop.preparedText())))
        .filter(other -> other.similarityToQuery() >= loopSimilarity.similarityThreshold())
        .sorted(
            Comparator.comparingDouble(SimilarLoop::similarityToQuery)
                .reversed()
                .thenComparing(SimilarLoop::signature))
        .map(SimilarLoop::signature)
        .distinct()
        .limit(Remedy.MAX_SHOWN_REMEDIES)
        .toList();
  }

  /** The newest loops of the querying workflow, then those of other workflows visible to it. */
  private List<KnownLoop> loopsToCompare(LoopQuery query, Predicate<KnownLoop> visible) {
    List<KnownLoop> ownWorkflow = new ArrayList<>();
    List<KnownLoop> otherWorkflows = new ArrayList<>();
    List<KnownLoop> all = byType.getOrDefault(query.loopType(), List.of());
    for (int at = all.size() - 1; at >= 0 && ownWorkflow.size() < MAX_COMPARED_LOOPS; at--) {
      KnownLoop loop = all.get(at);
      if (!loop.signature().equals(query.signature()) && visible.test(loop)) {
        (query.isSameWorkflow(loop.workflow()) ? ownWorkflow : otherWorkflows).add(loop);
      }
    }
    ownWorkflow.addAll(
        otherWorkflows.subList(
            0, Math.min(otherWorkflows.size(), MAX_COMPARED_LOOPS - ownWorkflow.size())));
    return ownWorkflow;
  }
}
