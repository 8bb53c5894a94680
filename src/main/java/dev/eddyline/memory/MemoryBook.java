package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Indexes the records of loop-memory. The size is bounded: the oldest case of the largest workflow
 * is evicted, so that no workflow evicts the cases of another. For one thread; its snapshots are
 * thread-safe.
 */
public final class MemoryBook {

  /** Maximum number of cases: a few megabytes. */
  static final int MOST_CASES = 10_000;

  /** Maximum number of cases of one signature in one workflow. */
  static final int MOST_OF_A_LOOP = 200;

  /** The group of a case; the workflow may be null. */
  private record Place(String signature, String workflow) {

    static Place of(LoopMemory memory) {
      return new Place(memory.getSignature(), memory.getWorkflow());
    }
  }

  private final LoopLikeness likeness;
  private final Map<String, LoopMemory> cases = new HashMap<>();
  private final Map<Place, LinkedHashSet<String>> keys = new HashMap<>();
  private final Map<String, LinkedHashSet<String>> byWorkflow = new HashMap<>();
  private final LinkedHashMap<Place, KnownLoop> loops = new LinkedHashMap<>();
  private final Set<Place> changed = new LinkedHashSet<>();
  private LoopMemories memories;

  /** An empty index. */
  public MemoryBook(LoopLikeness likeness) {
    this.likeness = likeness;
    memories = new LoopMemories(likeness, Map.of(), Map.of());
  }

  /** Applies a record of loop-memory; null if the case was erased. */
  public void take(String key, LoopMemory memory) {
    remove(key);
    if (memory == null) {
      return;
    }
    cases.put(key, memory);
    Place place = Place.of(memory);
    LinkedHashSet<String> same = keys.computeIfAbsent(place, it -> new LinkedHashSet<>());
    same.add(key);
    byWorkflow.computeIfAbsent(place.workflow(), it -> new LinkedHashSet<>()).add(key);
    changed.add(place);
    if (same.size() > MOST_OF_A_LOOP) {
      remove(same.iterator().next());
    }
    if (cases.size() > MOST_CASES) {
      byWorkflow.values().stream()
          .max(Comparator.comparingInt(Set::size))
          .map(most -> most.iterator().next())
          .ifPresent(this::remove);
    }
  }

  private void remove(String key) {
    LoopMemory before = cases.remove(key);
    if (before != null) {
      Place place = Place.of(before);
      remove(key, place, keys);
      remove(key, place.workflow(), byWorkflow);
      changed.add(place);
    }
  }

  private static <P> void remove(String key, P place, Map<P, ? extends Set<String>> from) {
    Set<String> same = from.get(place);
    same.remove(key);
    if (same.isEmpty()) {
      from.remove(place);
    }
  }

  /** Current number of cases. */
  public int size() {
    return cases.size();
  }

  /** The current snapshot. */
  public Recall recall() {
    if (!changed.isEmpty()) {
      changed.forEach(this::renew);
      changed.clear();
      memories = together();
    }
    return memories;
  }

  private void renew(Place place) {
    KnownLoop before = loops.remove(place);
    Set<String> same = keys.get(place);
    if (same == null) {
      return;
    }
    List<LoopMemory> told = same.stream().map(cases::get).toList();
    LoopMemory newest = told.get(told.size() - 1);
    boolean known = before != null && before.newest().getWhat().equals(newest.getWhat());
    LoopLikeness.Ready what = known ? before.what() : likeness.ready(newest.getWhat());
    loops.put(
        place,
        new KnownLoop(place.signature(), place.workflow(), newest.getLoopType(), what, told));
  }

  private LoopMemories together() {
    Map<String, List<KnownLoop>> bySignature = new HashMap<>();
    Map<LoopType, List<KnownLoop>> byType = new EnumMap<>(LoopType.class);
    for (KnownLoop loop : loops.values()) {
      bySignature.computeIfAbsent(loop.signature(), it -> new ArrayList<>(1)).add(loop);
      byType.computeIfAbsent(loop.loopType(), it -> new ArrayList<>()).add(loop);
    }
    return new LoopMemories(likeness, bySignature, byType);
  }
}
