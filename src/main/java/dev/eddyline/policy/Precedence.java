package dev.eddyline.policy;

import dev.eddyline.schema.LoopType;
import dev.eddyline.yaml.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Which loop of an event leads the verdict. The default order is that of {@link LoopKind}; the loop
 * types that a policy lists exchange their places in it, in the listed order.
 */
public final class Precedence {

  /** The default order. */
  public static final Precedence DEFAULT = new Precedence(List.of());

  private final List<LoopKind> order;

  /** The default order, except that these types are in this order. */
  public Precedence(List<LoopType> listed) {
    List<LoopKind> moved = listed.stream().map(LoopKind::of).distinct().toList();
    List<LoopKind> places = new ArrayList<>();
    int next = 0;
    for (LoopKind kind : LoopKind.values()) {
      places.add(moved.contains(kind) ? moved.get(next++) : kind);
    }
    order = List.copyOf(places);
  }

  /** Reads the order from a policy. */
  static Precedence read(Section root) {
    List<LoopType> movable = new ArrayList<>(Arrays.asList(LoopType.values()));
    movable.removeAll(
        List.of(LoopType.UNKNOWN, LoopType.OK, LoopType.EXTERNAL_FAULT, LoopType.CUSTOM));
    return new Precedence(
        List.copyOf(
            root.about(
                    "loop types that come before one another in this order when one event closes"
                        + " several loops; they keep the places that they have together")
                .someOf("precedence", Set.of(), movable)));
  }

  /** The rank of a loop type; the lowest leads. */
  public int rank(LoopType type) {
    return order.indexOf(LoopKind.of(type));
  }
}
