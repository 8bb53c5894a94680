package dev.eddyline.policy;

import dev.eddyline.detect.Detectors;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.LoopType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which loop of an event leads the verdict. The default order is that of the detectors; the loop
 * types that a policy lists exchange their places in it, in the listed order.
 */
public final class Precedence {

  /** The default order. */
  public static final Precedence DEFAULT = new Precedence(List.of());

  private final List<LoopType> order;

  /** The default order, except that these types are in this order. */
  public Precedence(List<LoopType> listed) {
    List<LoopType> moved = listed.stream().distinct().toList();
    List<LoopType> places = new ArrayList<>();
    int next = 0;
    for (LoopType type : Detectors.LOOP_TYPES) {
      places.add(moved.contains(type) ? moved.get(next++) : type);
    }
    order = List.copyOf(places);
  }

  /** Reads the order from a policy. */
  static Precedence read(Section root) {
    List<LoopType> movable = LoopActions.CONFIGURABLE_TYPES;
    return new Precedence(
        List.copyOf(
            root.about(
                    "loop types that come before one another in this order when one event closes"
                        + " several loops; they keep the places that they have together")
                .someOf("precedence", Set.of(), movable)));
  }

  /** The rank of a loop type; the lowest leads, an unknown type comes last. */
  public int rank(LoopType type) {
    int rank = order.indexOf(type);
    return rank < 0 ? order.size() : rank;
  }
}
