package dev.eddyline.graph.read;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The machines of a graph of Amazon States Language: a variable belongs to one of them.
 *
 * @param around the Map or Parallel state in whose body a state is; none for the outermost machine
 * @param jsonata the states whose language is JSONata
 * @param isJsonata whether it is the language of a state that does not say otherwise
 */
public record MachineScopes(Map<String, String> around, Set<String> jsonata, boolean isJsonata) {

  /** Those of a graph in another format. */
  static final MachineScopes NONE = new MachineScopes(Map.of(), Set.of(), false);

  /** Copies the collections. */
  public MachineScopes {
    around = Map.copyOf(around);
    jsonata = Set.copyOf(jsonata);
  }

  /** The Map or Parallel state in whose body a whole cycle is; empty: the outermost machine. */
  public Optional<String> home(List<String> cycle) {
    return cycle.stream()
        .min(Comparator.comparing(state -> bodies(state).count()))
        .map(around::get);
  }

  /** Whether a state is in the machine of this body. */
  public boolean isIn(Optional<String> home, String state) {
    return Optional.ofNullable(around.get(state)).equals(home);
  }

  /** The state of the machine of this body that a state is, or is within. */
  public String stateIn(Optional<String> home, String state) {
    return Stream.concat(Stream.of(state), bodies(state))
        .filter(each -> isIn(home, each))
        .findFirst()
        .orElse(state);
  }

  private Stream<String> bodies(String state) {
    return Stream.iterate(state, around::containsKey, around::get).map(around::get);
  }
}
