package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.List;
import java.util.Objects;

/**
 * The stored cases of one loop signature in one workflow of a tenant.
 *
 * @param signature the signature
 * @param workflow the workflow, or null
 * @param tenant the tenant, or null
 * @param loopType their type
 * @param preparedText the loop's text, prepared for comparison
 * @param cases remedies that were tried, least recently published first
 */
record KnownLoop(
    String signature,
    String workflow,
    String tenant,
    LoopType loopType,
    LoopSimilarity.PreparedText preparedText,
    List<LoopMemory> cases) {

  KnownLoop {
    Objects.requireNonNull(signature, "signature");
    Objects.requireNonNull(loopType, "loopType");
    Objects.requireNonNull(preparedText, "preparedText");
    cases = List.copyOf(cases);
  }

  /** The most recently published case. */
  LoopMemory newest() {
    return cases.get(cases.size() - 1);
  }
}
