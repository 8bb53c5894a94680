package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Edge;
import dev.eddyline.graph.model.EdgeKind;
import dev.eddyline.graph.model.GraphSearch;
import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.read.AslFact.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ways between the states of a machine, and which of them count a variable or reset it. A graph
 * has pairs of nodes instead of ways: a pair counts if all of its ways do.
 */
final class AslTransitions {

  private final List<AslWrites> all;
  private final Map<String, List<AslWrites>> byState;
  private final Map<NodePair, List<AslWrites>> byPair;
  private final Map<String, List<AslWrites>> byAdded = new HashMap<>();
  private final Map<String, List<AslWrites>> byPlace = new HashMap<>();

  /** The pairs of states that are part of a cycle. */
  private final Set<NodePair> inCycles;

  AslTransitions(List<AslState> states) {
    all = states.stream().flatMap(AslWrites::of).toList();
    byState =
        all.stream()
            .filter(way -> !way.isRetry())
            .collect(Collectors.groupingBy(it -> it.state().name()));
    byPair = all.stream().collect(Collectors.groupingBy(AslTransitions::pair));
    for (AslWrites way : all) {
      way.added().distinct().forEach(it -> list(byAdded, it).add(way));
      way.places().distinct().forEach(it -> list(byPlace, it).add(way));
    }
    inCycles =
        GraphSearch.pairsInCycles(
            byPair.keySet().stream()
                .map(pair -> Edge.of(pair.from(), pair.to(), EdgeKind.FIXED, "", 0))
                .toList());
  }

  private static List<AslWrites> list(Map<String, List<AslWrites>> lists, String key) {
    return lists.computeIfAbsent(key, it -> new ArrayList<>());
  }

  private static NodePair pair(AslWrites way) {
    return new NodePair(way.state().name(), way.to());
  }

  /** The ways that count what a fact says; a number is not missed only if one way alone adds. */
  Set<AslWrites> counting(AslFact fact) {
    if (fact.relation() == Relation.PRESENT) {
      return AslPages.mayAdvance(fact.variable())
          ? only(all.stream(), way -> AslPages.advances(way, fact))
          : Set.of();
    }
    List<AslWrites> adding = byAdded.getOrDefault(fact.variable(), List.of());
    return fact.relation() == Relation.UNEQUAL && adding.size() > 1
        ? Set.of()
        : only(adding.stream(), way -> way.adds(fact));
  }

  /** The ways that reset it. */
  Set<AslWrites> resetting(AslFact fact) {
    return fact.relation() == Relation.PRESENT
        ? only(writing(fact.variable()), way -> AslPages.resets(way, fact))
        : only(
            Stream.concat(writing(fact.variable()), writing(fact.limit())),
            way -> way.resets(fact));
  }

  private static Set<AslWrites> only(Stream<AslWrites> ways, Predicate<AslWrites> wanted) {
    return ways.filter(wanted)
        .collect(Collectors.toCollection(() -> Collections.newSetFromMap(new IdentityHashMap<>())));
  }

  /** The ways that may write to the place of a variable, and others. */
  private Stream<AslWrites> writing(String variable) {
    String place = AslWrites.place(variable);
    return place.equals(AslState.ROOT)
        ? all.stream()
        : Stream.concat(
            byPlace.getOrDefault(place, List.of()).stream(),
            AslWrites.isPath(variable)
                ? byPlace.getOrDefault(AslState.ROOT, List.of()).stream()
                : Stream.empty());
  }

  /**
   * The pairs of states of which all ways are among these; if there are none, of which some are.
   */
  Set<NodePair> pairs(Set<AslWrites> ways) {
    boolean isNone = whole(ways).isEmpty();
    return (isNone ? ways : whole(ways))
        .stream().flatMap(AslTransitions::inGraph).collect(Collectors.toSet());
  }

  /** Where these ways lead, if other ways lead from the same states to there, too. */
  Set<String> misses(Set<AslWrites> ways) {
    return whole(ways).isEmpty()
        ? ways.stream().map(AslWrites::to).collect(Collectors.toSet())
        : Set.of();
  }

  private List<AslWrites> whole(Set<AslWrites> ways) {
    return ways.stream().filter(way -> ways.containsAll(byPair.get(pair(way)))).toList();
  }

  /** A run goes on from a state with bodies through one of them. */
  private static Stream<NodePair> inGraph(AslWrites way) {
    return way.isOwn() && !way.state().bodies().isEmpty()
        ? way.state().bodies().stream()
            .flatMap(body -> body.textAt("StartAt").stream())
            .map(start -> new NodePair(way.state().name(), start))
        : Stream.of(pair(way));
  }

  /**
   * States that a run enters when it takes one of these ways: the state that it leaves if all its
   * ways are among them, or else the next one if it may come back.
   */
  Set<String> entered(Set<AslWrites> ways) {
    Set<String> names = new HashSet<>();
    for (AslWrites way : ways) {
      String from = way.state().name();
      if (ways.containsAll(byState.get(from))) {
        names.add(from);
      } else if (inCycles.contains(pair(way))) {
        names.add(way.to());
      }
    }
    return names;
  }
}
