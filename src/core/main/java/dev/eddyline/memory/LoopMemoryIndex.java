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
 * of the largest tenant is evicted, so that neither evicts the cases of a smaller one. For one
 * thread; its snapshots are thread-safe.
 */
public final class LoopMemoryIndex {

  /** Maximum number of cases: a few megabytes. */
  static final int MAX_CASES = 10_000;

  /** Maximum number of cases of one signature in one workflow of a tenant. */
  static final int MAX_CASES_PER_LOOP = 200;

  /** A workflow of a tenant; both may be null. */
  private record TenantWorkflow(String tenant, String workflow) {}

  /** The group of a case. */
  private record WorkflowLoop(String signature, TenantWorkflow owner) {

    static WorkflowLoop of(LoopMemory memory) {
      return new WorkflowLoop(
          memory.getSignature(), new TenantWorkflow(memory.getTenant(), memory.getWorkflow()));
    }
  }

  private final LoopSimilarity loopSimilarity;
  private final Map<String, LoopMemory> cases = new HashMap<>();
  private final Map<WorkflowLoop, LinkedHashSet<String>> caseKeysByLoop = new HashMap<>();
  private final Map<TenantWorkflow, LinkedHashSet<String>> caseKeysByWorkflow = new HashMap<>();
  private final Map<String, Integer> caseCountByTenant = new HashMap<>();
  private final LinkedHashMap<WorkflowLoop, KnownLoop> loops = new LinkedHashMap<>();
  private final Set<WorkflowLoop> changed = new LinkedHashSet<>();
  private LoopMemoryView lastSnapshot;

  /** An empty index. */
  public LoopMemoryIndex(LoopSimilarity likeness) {
    this.loopSimilarity = likeness;
    lastSnapshot = new LoopMemoryView(likeness, Map.of(), Map.of());
  }

  /** Applies a record of loop-memory; null if the case was erased. */
  public void applyLoopMemoryRecord(String key, LoopMemory memory) {
    remove(key);
    if (memory == null) {
      return;
    }
    cases.put(key, memory);
    WorkflowLoop loopKey = WorkflowLoop.of(memory);
    LinkedHashSet<String> caseKeys =
        caseKeysByLoop.computeIfAbsent(loopKey, it -> new LinkedHashSet<>());
    caseKeys.add(key);
    caseKeysByWorkflow.computeIfAbsent(loopKey.owner(), it -> new LinkedHashSet<>()).add(key);
    caseCountByTenant.merge(memory.getTenant(), 1, Integer::sum);
    changed.add(loopKey);
    if (caseKeys.size() > MAX_CASES_PER_LOOP) {
      remove(caseKeys.iterator().next());
    }
    if (cases.size() > MAX_CASES) {
      caseKeysByWorkflow.entrySet().stream()
          .max(
              Comparator.<Map.Entry<TenantWorkflow, ? extends Set<String>>>comparingInt(
                      entry -> caseCountByTenant.get(entry.getKey().tenant()))
                  .thenComparingInt(entry -> entry.getValue().size()))
          .map(largest -> largest.getValue().iterator().next())
          .ifPresent(this::remove);
    }
  }

  private void remove(String key) {
    LoopMemory previous = cases.remove(key);
    if (previous != null) {
      WorkflowLoop loopKey = WorkflowLoop.of(previous);
      remove(key, loopKey, caseKeysByLoop);
      remove(key, loopKey.owner(), caseKeysByWorkflow);
      caseCountByTenant.merge(previous.getTenant(), -1, LoopMemoryIndex::sumOrNull);
      changed.add(loopKey);
    }
  }

  private static <P> void remove(String key, P loopKey, Map<P, ? extends Set<String>> from) {
    Set<String> caseKeys = from.get(loopKey);
    caseKeys.remove(key);
    if (caseKeys.isEmpty()) {
      from.remove(loopKey);
    }
  }

  /** The sum, or null for 0, so that a tenant without cases takes no memory. */
  private static Integer sumOrNull(int one, int other) {
    return one + other == 0 ? null : (Integer) (one + other);
  }

  /** Current number of cases. */
  public int size() {
    return cases.size();
  }

  /** The current snapshot. */
  public RemedyLookup currentSnapshot() {
    if (!changed.isEmpty()) {
      changed.forEach(this::rebuildKnownLoop);
      changed.clear();
      lastSnapshot = buildSnapshot();
    }
    return lastSnapshot;
  }

  private void rebuildKnownLoop(WorkflowLoop loopKey) {
    KnownLoop previous = loops.remove(loopKey);
    Set<String> caseKeys = caseKeysByLoop.get(loopKey);
    if (caseKeys == null) {
      return;
    }
    List<LoopMemory> loopCases = caseKeys.stream().map(cases::get).toList();
    LoopMemory newest = loopCases.get(loopCases.size() - 1);
    boolean known = previous != null && previous.newest().getWhat().equals(newest.getWhat());
    LoopSimilarity.PreparedText preparedText =
        known ? previous.preparedText() : loopSimilarity.prepareStoredLoopText(newest.getWhat());
    loops.put(
        loopKey,
        new KnownLoop(
            loopKey.signature(),
            loopKey.owner().workflow(),
            loopKey.owner().tenant(),
            newest.getLoopType(),
            preparedText,
            loopCases));
  }

  private LoopMemoryView buildSnapshot() {
    Map<String, List<KnownLoop>> bySignature = new HashMap<>();
    Map<LoopType, List<KnownLoop>> byType = new EnumMap<>(LoopType.class);
    for (KnownLoop loop : loops.values()) {
      bySignature.computeIfAbsent(loop.signature(), it -> new ArrayList<>(1)).add(loop);
      byType.computeIfAbsent(loop.loopType(), it -> new ArrayList<>()).add(loop);
    }
    return new LoopMemoryView(loopSimilarity, bySignature, byType);
  }
}
