package dev.eddyline.guards;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import dev.eddyline.schema.ToolCalled;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The rule of OpenRouter's agent: the calls of one tool in one turn are compared as a set with
 * those of the tool's turn before.
 */
final class ToolTurnRule implements Predicate<SessionEvent> {

  private final int turns;
  private final Map<String, Tail> turnsOfTool = new HashMap<>();

  /**
   * A rule without history.
   *
   * @param turns equal turns of a tool that make a loop, ≥ 2
   */
  ToolTurnRule(int turns) {
    this.turns = turns;
  }

  @Override
  public boolean test(SessionEvent event) {
    Map<String, Set<Object>> callsOfTool =
        event.turn().stream()
            .collect(groupingBy(ToolCalled::getTool, mapping(ToolTurnRule::key, toSet())));
    boolean repeats = false;
    for (Map.Entry<String, Set<Object>> calls : callsOfTool.entrySet()) {
      Tail tail = turnsOfTool.computeIfAbsent(calls.getKey(), tool -> new Tail(turns));
      tail.add(calls.getValue());
      repeats |= tail.repeats(1, turns);
    }
    return repeats;
  }

  /** The key that the tool's author declared, or the call. */
  private static Object key(ToolCalled call) {
    return call.getLoopKey() == null
        ? Symbols.canonicalCall(call)
        : List.of(call.getTool(), call.getLoopKey());
  }
}
