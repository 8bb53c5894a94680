package dev.eddyline.graph;

import java.util.OptionalInt;

/**
 * What a walk costs in steps.
 *
 * @param before steps before the first round begins, at the target of the edge that goes back
 * @param each steps of a round
 * @param rounds rounds until the counter stops, the first one among them; empty: nothing stops it
 * @param limit steps after which the run is broken off; empty: none is known
 */
record Arithmetic(int before, int each, OptionalInt rounds, OptionalInt limit) {

  /** The arithmetic of a walk that begins with the first edge of a round. */
  static Arithmetic of(Walk walk, int retry, int[] steps) {
    Indexed indexed = walk.indexed();
    int back = walk.edges()[retry];
    int target = indexed.whole.to[back];
    int source = indexed.whole.from[back];
    OptionalInt retries =
        walk.bound().map(bound -> OptionalInt.of(walk.retries(bound))).orElse(OptionalInt.empty());
    OptionalInt limit = indexed.graph.recursionLimit();
    if (steps[target] != Integer.MAX_VALUE && steps[target] <= steps[source]) {
      OptionalInt rounds =
          retries.isPresent() ? OptionalInt.of(retries.getAsInt() + 1) : OptionalInt.empty();
      return new Arithmetic(steps[target], walk.steps(), rounds, limit);
    }
    int unreached = steps[source] == Integer.MAX_VALUE ? 0 : steps[source];
    int before = unreached + (indexed.isStep(source) ? 1 : 0);
    return new Arithmetic(before, walk.steps(), retries, limit);
  }

  /** Steps until the counter stops it. */
  long needed() {
    return before + (long) each * rounds.orElseThrow();
  }

  /** Whether the recursion limit strikes before the counter. */
  boolean isTooLate() {
    return rounds.isPresent() && limit.isPresent() && needed() > limit.getAsInt();
  }

  /** Whole rounds that fit into the recursion limit. */
  int fitting() {
    return each == 0 ? Integer.MAX_VALUE : Math.max(0, limit.orElseThrow() - before) / each;
  }

  /** What fits, in a sentence; empty where no limit is known. */
  String told() {
    if (limit.isEmpty() || each == 0) {
      return "";
    }
    int fits = fitting();
    String whole =
        "%d steps before + %d rounds × %d steps = %d"
            .formatted(before, fits, each, before + fits * each);
    String until =
        rounds.isEmpty()
            ? ""
            : " Until the counter stops it: %d + %d × %d = %d steps."
                .formatted(before, rounds.getAsInt(), each, needed());
    return " The recursion limit of %d holds %d whole rounds (%s) and strikes in round %d, at step %d.%s"
        .formatted(limit.getAsInt(), fits, whole, fits + 1, limit.getAsInt() + 1, until);
  }
}
