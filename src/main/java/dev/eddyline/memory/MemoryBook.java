package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts together what loop-memory says, record by record; bounded: what was told longest ago leaves.
 * For one thread; what it gives out is for any.
 */
public final class MemoryBook {

  /** Cases that are remembered: a few megabytes. */
  static final int MOST_CASES = 10_000;

  /** Cases of one signature. */
  static final int MOST_OF_A_LOOP = 200;

  /** Loops of one type that are compared by what looped: about a tenth of a millisecond. */
  static final int MOST_COMPARED = 500;

  private final LoopLikeness likeness;
  private final LinkedHashMap<String, LoopMemory> cases = new LinkedHashMap<>();
  private final Map<String, LinkedHashSet<String>> keys = new HashMap<>();
  private final LinkedHashMap<String, KnownLoop> loops = new LinkedHashMap<>();
  private final Set<String> changed = new LinkedHashSet<>();
  private LoopMemories memories;

  /** A book in which nothing stands yet. */
  public MemoryBook(LoopLikeness likeness) {
    this.likeness = likeness;
    memories = new LoopMemories(likeness, Map.of(), Map.of());
  }

  /** Takes a record of loop-memory; null where the case was erased. */
  public void take(String key, LoopMemory memory) {
    remove(key);
    if (memory == null) {
      return;
    }
    cases.put(key, memory);
    LinkedHashSet<String> same =
        keys.computeIfAbsent(memory.getSignature(), it -> new LinkedHashSet<>());
    same.add(key);
    changed.add(memory.getSignature());
    if (same.size() > MOST_OF_A_LOOP) {
      remove(same.iterator().next());
    }
    if (cases.size() > MOST_CASES) {
      remove(cases.keySet().iterator().next());
    }
  }

  private void remove(String key) {
    LoopMemory before = cases.remove(key);
    if (before != null) {
      Set<String> same = keys.get(before.getSignature());
      same.remove(key);
      if (same.isEmpty()) {
        keys.remove(before.getSignature());
      }
      changed.add(before.getSignature());
    }
  }

  /** Cases that are remembered now. */
  public int size() {
    return cases.size();
  }

  /** What is remembered now. */
  public Recall recall() {
    if (!changed.isEmpty()) {
      changed.forEach(this::renew);
      changed.clear();
      memories = new LoopMemories(likeness, loops, byType());
    }
    return memories;
  }

  private void renew(String signature) {
    KnownLoop before = loops.remove(signature);
    Set<String> same = keys.get(signature);
    if (same == null) {
      return;
    }
    List<LoopMemory> told = same.stream().map(cases::get).toList();
    LoopMemory newest = told.get(told.size() - 1);
    boolean known =
        before != null
            && before.cases().get(before.cases().size() - 1).getWhat().equals(newest.getWhat());
    LoopLikeness.Ready what = known ? before.what() : likeness.ready(newest.getWhat());
    loops.put(signature, new KnownLoop(signature, newest.getLoopType(), what, told));
  }

  private Map<LoopType, List<KnownLoop>> byType() {
    Map<LoopType, List<KnownLoop>> byType = new EnumMap<>(LoopType.class);
    loops
        .values()
        .forEach(
            loop -> byType.computeIfAbsent(loop.loopType(), it -> new ArrayList<>()).add(loop));
    byType.replaceAll(
        (type, all) ->
            List.copyOf(all.subList(Math.max(0, all.size() - MOST_COMPARED), all.size())));
    return byType;
  }
}
