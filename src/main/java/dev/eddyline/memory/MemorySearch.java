package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What is looked for among remembered loops; whatever is null may be any.
 *
 * @param signature beginning of the loop's signature
 * @param loopType the loop's type
 * @param workflow the workflow of its task
 * @param text what looped, or what was done about it, in about these words
 */
public record MemorySearch(String signature, LoopType loopType, String workflow, String text) {

  private static final LoopLikeness LIKENESS = new WordLikeness();

  /**
   * A loop in one workflow, and what was done about it.
   *
   * @param signature its signature
   * @param loopType its type
   * @param workflow the workflow, or null
   * @param what what looped, in the newest case
   * @param remedies what was done, the best first
   */
  public record Found(
      String signature, LoopType loopType, String workflow, String what, List<Remedy> remedies) {

    public Found {
      remedies = List.copyOf(remedies);
    }

    long at() {
      return remedies.stream().mapToLong(Remedy::at).max().orElse(0);
    }
  }

  private record Place(String signature, String workflow) {}

  /**
   * The loops that are meant: where a text is given the most alike first, of equals the newest.
   *
   * @param at the time at which this is asked, epoch milliseconds
   */
  public List<Found> in(Collection<LoopMemory> cases, long at) {
    Map<Place, List<LoopMemory>> places = new LinkedHashMap<>();
    cases.stream()
        .filter(this::isMeant)
        .forEach(
            memory ->
                places
                    .computeIfAbsent(
                        new Place(memory.getSignature(), memory.getWorkflow()),
                        it -> new ArrayList<>())
                    .add(memory));
    return places.values().stream()
        .filter(same -> text == null || likeness(same) > 0)
        .sorted(Comparator.comparingDouble(this::likeness).reversed())
        .map(same -> found(same, at))
        .sorted(text == null ? Comparator.comparingLong(Found::at).reversed() : (a, b) -> 0)
        .toList();
  }

  private boolean isMeant(LoopMemory memory) {
    return (signature == null || memory.getSignature().startsWith(signature))
        && (loopType == null || memory.getLoopType() == loopType)
        && (workflow == null || Objects.equals(workflow, memory.getWorkflow()));
  }

  /** 1 where a case has the very text in it, 0 where none is similar. */
  private double likeness(List<LoopMemory> same) {
    if (text == null) {
      return 0;
    }
    String asked = text.toLowerCase(Locale.ROOT);
    LoopLikeness.Ready ready = LIKENESS.ready(text);
    double best = 0;
    for (LoopMemory memory : same) {
      for (String told : List.of(memory.getWhat(), memory.getRemedy())) {
        boolean holds = told.toLowerCase(Locale.ROOT).contains(asked);
        best = Math.max(best, holds ? 1 : ready.like(LIKENESS.ready(told)));
      }
    }
    return best >= LIKENESS.least() ? best : 0;
  }

  private static Found found(List<LoopMemory> same, long at) {
    LoopMemory newest = same.stream().max(Comparator.comparing(LoopMemory::getAt)).orElseThrow();
    return new Found(
        newest.getSignature(),
        newest.getLoopType(),
        newest.getWorkflow(),
        newest.getWhat(),
        Remedy.of(same, at));
  }
}
