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
 * @param text approximate text of the loop or the remedy
 */
public record MemorySearch(String signature, LoopType loopType, String workflow, String text) {

  /**
   * A loop in one workflow with its remedies.
   *
   * @param signature its signature
   * @param loopType its type
   * @param workflow the workflow, or null
   * @param what the loop's text, from the newest case
   * @param remedies the remedies, best first
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
   * The matching loops, most similar first if a text is given, then newest first.
   *
   * @param cases the cases, least recently published first
   * @param at time of the search, epoch milliseconds
   * @param likeness how texts are compared
   */
  public List<Found> in(Collection<LoopMemory> cases, long at, LoopLikeness likeness) {
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
    if (text == null) {
      return places.values().stream()
          .map(same -> found(same, at))
          .sorted(Comparator.comparingLong(Found::at).reversed())
          .toList();
    }
    Map<Found, Double> alike = new HashMap<>();
    Map<String, Double> likenesses = likenesses(places.values(), likeness);
    for (List<LoopMemory> same : places.values()) {
      double best =
          same.stream().flatMap(MemorySearch::texts).mapToDouble(likenesses::get).max().orElse(0);
      if (best >= likeness.least()) {
        alike.put(found(same, at), best);
      }
    }
    return alike.keySet().stream()
        .sorted(
            Comparator.<Found>comparingDouble(alike::get).thenComparingLong(Found::at).reversed())
        .toList();
  }

  private boolean isMeant(LoopMemory memory) {
    return (signature == null || memory.getSignature().startsWith(signature))
        && (loopType == null || memory.getLoopType() == loopType)
        && (workflow == null || Objects.equals(workflow, memory.getWorkflow()));
  }

  /** The texts of the loop and the remedy. */
  private static Stream<String> texts(LoopMemory memory) {
    return Stream.of(memory.getWhat(), memory.getRemedy()).filter(told -> !told.isBlank());
  }

  /** The similarity of each text to the search text; 1 if it contains the search text. */
  private Map<String, Double> likenesses(
      Collection<List<LoopMemory>> cases, LoopLikeness likeness) {
    Map<String, LoopLikeness.Ready> ready = new LinkedHashMap<>();
    cases.stream()
        .flatMap(List::stream)
        .sorted(Comparator.comparing(LoopMemory::getAt))
        .flatMap(MemorySearch::texts)
        .forEach(told -> ready.computeIfAbsent(told, likeness::ready));
    LoopLikeness.Ready sought = likeness.asked(text, text);
    String asked = text.toLowerCase(Locale.ROOT);
    Map<String, Double> likenesses = new HashMap<>();
    ready.forEach(
        (told, made) ->
            likenesses.put(
                told, told.toLowerCase(Locale.ROOT).contains(asked) ? 1 : sought.like(made)));
    return likenesses;
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
