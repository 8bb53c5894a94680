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
 * @param likeness similarity of loops with different signatures
 * @param bySignature known loops by signature, one for each workflow
 * @param byType known loops by type, least recently published first
 */
record LoopMemories(
    LoopLikeness likeness,
    Map<String, List<KnownLoop>> bySignature,
    Map<LoopType, List<KnownLoop>> byType)
    implements Recall {

  /** Maximum number of loops that are compared by text; takes about a third of a millisecond. */
  static final int MOST_COMPARED = 500;

  /** Maximum number of quoted characters of a loop's text. */
  private static final int MAX_QUOTED = 80;

  LoopMemories {
    Objects.requireNonNull(likeness, "similarity");
    bySignature = Map.copyOf(bySignature);
    byType = Map.copyOf(byType);
  }

  /** A loop similar to the queried one. */
  private record Alike(String signature, double likeness) {}

  /** Remedies of the same loop first, then those of similar loops, most similar first. */
  @Override
  public List<String> similar(LoopQuery query) {
    Map<String, Boolean> seen = new HashMap<>();
    Predicate<KnownLoop> visible =
        loop -> seen.computeIfAbsent(loop.workflow(), query::maySee).booleanValue();
    List<KnownLoop> same = of(query.signature(), visible);
    List<String> told = new ArrayList<>();
    remedies(same, query).stream().limit(Remedy.MOST).map(Remedy::inWords).forEach(told::add);
    if (told.size() < Remedy.MOST) {
      for (String other : alike(query, visible)) {
        tell(of(other, visible), query, told);
      }
    }
    return told.subList(0, Math.min(Remedy.MOST, told.size()));
  }

  private List<KnownLoop> of(String signature, Predicate<KnownLoop> visible) {
    return bySignature.getOrDefault(signature, List.of()).stream().filter(visible).toList();
  }

  private static List<Remedy> remedies(List<KnownLoop> loops, LoopQuery query) {
    return Remedy.of(loops.stream().flatMap(loop -> loop.cases().stream()).toList(), query.at());
  }

  private static void tell(List<KnownLoop> loops, LoopQuery query, List<String> told) {
    String what =
        loops.stream()
            .map(KnownLoop::newest)
            .max(Comparator.comparing(LoopMemory::getAt))
            .map(LoopMemory::getWhat)
            .orElse("");
    String quoted =
        what.length() <= MAX_QUOTED
            ? what
            : what.substring(0, what.offsetByCodePoints(0, MAX_QUOTED / 2)) + "…";
    for (Remedy remedy : remedies(loops, query)) {
      told.add("In a similar loop (" + quoted + "): " + remedy.inWords());
    }
  }

  private List<String> alike(LoopQuery query, Predicate<KnownLoop> visible) {
    List<KnownLoop> candidates = compared(query, visible);
    if (candidates.isEmpty()) {
      return List.of();
    }
    LoopLikeness.Ready asked = likeness.asked(query.signature(), query.what());
    return candidates.stream()
        .map(loop -> new Alike(loop.signature(), asked.like(loop.what())))
        .filter(other -> other.likeness() >= likeness.least())
        .sorted(
            Comparator.comparingDouble(Alike::likeness).reversed().thenComparing(Alike::signature))
        .map(Alike::signature)
        .distinct()
        .limit(Remedy.MOST)
        .toList();
  }

  /** The newest loops of the querying workflow, then those of other workflows visible to it. */
  private List<KnownLoop> compared(LoopQuery query, Predicate<KnownLoop> visible) {
    List<KnownLoop> own = new ArrayList<>();
    List<KnownLoop> others = new ArrayList<>();
    List<KnownLoop> all = byType.getOrDefault(query.loopType(), List.of());
    for (int at = all.size() - 1; at >= 0 && own.size() < MOST_COMPARED; at--) {
      KnownLoop loop = all.get(at);
      if (!loop.signature().equals(query.signature()) && visible.test(loop)) {
        (query.isOwn(loop.workflow()) ? own : others).add(loop);
      }
    }
    own.addAll(others.subList(0, Math.min(others.size(), MOST_COMPARED - own.size())));
    return own;
  }
}
