package dev.eddyline.graph;

import java.util.OptionalInt;

/**
 * The steps that a cycle takes.
 *
 * @param before steps before the first round begins, at the target of the retry edge
 * @param each steps of a round
 * @param rounds rounds until the counter stops it, including the first; empty: nothing stops it
 * @param limit steps after which the run is aborted; empty: unknown
 */
record Arithmetic(int before, int each, OptionalInt rounds, OptionalInt limit) {

  /** The steps of a walk that starts with the first edge of a round. */
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

  /** Whether the run reaches the recursion limit before the counter stops the cycle. */
  boolean isTooLate() {
    return rounds.isPresent() && limit.isPresent() && needed() > limit.getAsInt();
  }

  /** Whole rounds that fit into the recursion limit. */
  int fitting() {
    return each == 0 ? Integer.MAX_VALUE : Math.max(0, limit.orElseThrow() - before) / each;
  }

  /** The rounds that fit, in a sentence; empty where the limit is unknown. */
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
    return " The recursion limit of %d allows %d whole rounds (%s), and ends the run in round %d at step %d.%s"
        .formatted(limit.getAsInt(), fits, whole, fits + 1, limit.getAsInt() + 1, until);
  }
}
