package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The states in the composite states of a Mermaid state diagram. Each state is in the composite
 * state in which it is named first, and this one was named before it: so none is within itself.
 */
final class MermaidCompositeStates {

  private final Map<String, Set<String>> statesByComposite;
  private final Map<String, List<String>> entries = new HashMap<>();
  private final Map<String, List<String>> exits = new HashMap<>();

  /** The states that a transition enters from another state of the same composite state. */
  private final Set<String> entered = new HashSet<>();

  /** The states that a transition leaves for another state of the same composite state. */
  private final Set<String> left = new HashSet<>();

  MermaidCompositeStates(Map<String, Set<String>> statesByComposite, List<Edge> transitions) {
    this.statesByComposite = statesByComposite;
    Map<String, String> compositeOf = new HashMap<>();
    statesByComposite.forEach(
        (composite, states) -> states.forEach(state -> compositeOf.put(state, composite)));
    for (Edge edge : transitions) {
      String composite = compositeOf.get(edge.from());
      if (composite != null && composite.equals(compositeOf.get(edge.to()))) {
        left.add(edge.from());
        entered.add(edge.to());
      }
    }
  }

  /** The id of the start or end of a composite state, or of the diagram. */
  static String pseudoState(@Nullable String composite, boolean isStart) {
    return (composite == null ? "" : composite + "/")
        + MermaidStateParser.PSEUDO
        + (isStart ? "" : " end");
  }

  /** The states at which a transition to this state arrives. */
  List<String> entries(String id) {
    return ends(id, true);
  }

  /** The states that a transition from this state leaves. */
  List<String> exits(String id) {
    return ends(id, false);
  }

  private List<String> ends(String id, boolean isEntry) {
    Set<String> states = statesByComposite.getOrDefault(id, Set.of());
    if (states.isEmpty()) {
      return List.of(id);
    }
    Map<String, List<String>> known = isEntry ? entries : exits;
    List<String> ends = known.get(id);
    if (ends == null) {
      ends = List.copyOf(endsOf(id, states, isEntry));
      known.put(id, ends);
    }
    return ends;
  }

  private Set<String> endsOf(String id, Set<String> states, boolean isEntry) {
    String pseudo = pseudoState(id, isEntry);
    if (states.contains(pseudo)) {
      return Set.of(pseudo);
    }
    Set<String> connected = isEntry ? entered : left;
    List<String> open = states.stream().filter(state -> !connected.contains(state)).toList();
    List<String> otherwise = isEntry ? List.of(states.iterator().next()) : List.copyOf(states);
    Set<String> ends = new LinkedHashSet<>();
    (open.isEmpty() ? otherwise : open).forEach(state -> ends.addAll(ends(state, isEntry)));
    return ends;
  }
}
