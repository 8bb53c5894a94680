package dev.eddyline.memory;

import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is remembered of loops at one moment; immutable.
 *
 * @param likeness how alike loops of different signatures are
 * @param bySignature what is known, by signature
 * @param byType the same by the loops' type, the newest so many of each
 */
record LoopMemories(
    LoopLikeness likeness,
    Map<String, KnownLoop> bySignature,
    Map<LoopType, List<KnownLoop>> byType)
    implements Recall {

  /** Characters of what looped that are quoted. */
  private static final int MAX_QUOTED = 80;

  LoopMemories {
    Objects.requireNonNull(likeness, "likeness");
    bySignature = Map.copyOf(bySignature);
    byType = Map.copyOf(byType);
  }

  /** A loop that is like the one that is asked of. */
  private record Alike(KnownLoop loop, double likeness) {}

  /** The same loop's first, then those of loops that are like it, the most alike first. */
  @Override
  public List<String> similar(LoopQuery query) {
    List<String> told = new ArrayList<>();
    KnownLoop same = bySignature.get(query.signature());
    if (same != null) {
      same.remedies(query).stream().limit(Remedy.MOST).map(Remedy::inWords).forEach(told::add);
    }
    if (told.size() < Remedy.MOST) {
      for (Alike other : alike(query)) {
        tell(other.loop(), query, told);
      }
    }
    return told.subList(0, Math.min(Remedy.MOST, told.size()));
  }

  private static void tell(KnownLoop loop, LoopQuery query, List<String> told) {
    for (Remedy remedy : loop.remedies(query)) {
      String what = loop.text(query);
      String quoted =
          what.length() <= MAX_QUOTED
              ? what
              : what.substring(0, what.offsetByCodePoints(0, MAX_QUOTED / 2)) + "…";
      told.add("In a similar loop (" + quoted + "): " + remedy.inWords());
    }
  }

  private List<Alike> alike(LoopQuery query) {
    List<KnownLoop> candidates = byType.getOrDefault(query.loopType(), List.of());
    if (candidates.isEmpty()) {
      return List.of();
    }
    LoopLikeness.Ready asked = likeness.ready(query.what());
    return candidates.stream()
        .filter(loop -> !loop.signature().equals(query.signature()))
        .map(loop -> new Alike(loop, asked.like(loop.what())))
        .filter(other -> other.likeness() >= likeness.least())
        .sorted(
            Comparator.comparingDouble(Alike::likeness)
                .reversed()
                .thenComparing(other -> other.loop().signature()))
        .limit(Remedy.MOST)
        .toList();
  }
}
