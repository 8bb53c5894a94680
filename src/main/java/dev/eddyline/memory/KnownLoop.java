package dev.eddyline.memory;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import java.util.List;
import java.util.Objects;

/**
 * All that is remembered of the loops of one signature.
 *
 * @param signature the signature
 * @param loopType their type
 * @param what what looped, made ready to be compared
 * @param cases what was done about them, the case that was told longest ago first
 */
record KnownLoop(
    String signature, LoopType loopType, LoopLikeness.Ready what, List<LoopMemory> cases) {

  KnownLoop {
    Objects.requireNonNull(signature, "signature");
    Objects.requireNonNull(loopType, "loopType");
    Objects.requireNonNull(what, "what");
    cases = List.copyOf(cases);
  }

  /** What was done about them, as far as the one who asks may see it, the best first. */
  List<Remedy> remedies(LoopQuery query) {
    return Remedy.of(cases.stream().filter(query::maySee).toList(), query.at());
  }

  /** What looped in the newest case that the one who asks may see. */
  String text(LoopQuery query) {
    return cases.stream()
        .filter(query::maySee)
        .reduce((before, newer) -> newer)
        .map(LoopMemory::getWhat)
        .orElse("");
  }
}
