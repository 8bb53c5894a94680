package dev.eddyline.guards;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A guard with a history for each session.
 *
 * @param name name of the guard
 * @param scope the key of an event's history
 * @param restarts events after which all rules start without history
 * @param restartsAfterAlarm whether they do so after an alarm, too
 * @param rules creates the rules without history; the guard fires when one of them fires
 */
record SessionGuard(
    String name,
    Function<AgentEvent, Object> scope,
    Predicate<Object> restarts,
    boolean restartsAfterAlarm,
    Supplier<List<Predicate<SessionEvent>>> rules)
    implements ReferenceGuard {

  /** What one agent's harness sees: one session of one agent. */
  static final Function<AgentEvent, Object> SESSION =
      event ->
          List.of(
              event.getTaskId(),
              event.getAgentId(),
              Objects.requireNonNullElse(event.getSessionId(), ""));

  /** What an orchestrator sees: all agents of a task. */
  static final Function<AgentEvent, Object> TASK = AgentEvent::getTaskId;

  @Override
  public List<Integer> alarms(List<AgentEvent> run) {
    Map<Object, List<Integer>> sessions = new HashMap<>();
    for (int index = 0; index < run.size(); index++) {
      sessions.computeIfAbsent(scope.apply(run.get(index)), key -> new ArrayList<>()).add(index);
    }
    return sessions.values().stream()
        .flatMap(session -> alarmsInSession(run, session).stream())
        .sorted()
        .toList();
  }

  private List<Integer> alarmsInSession(List<AgentEvent> run, List<Integer> session) {
    List<Predicate<SessionEvent>> active = rules.get();
    Map<String, ToolCalled> calls = new HashMap<>();
    List<ToolCalled> turn = new ArrayList<>();
    List<Integer> alarms = new ArrayList<>();
    for (int position = 0; position < session.size(); position++) {
      int index = session.get(position);
      AgentEvent event = run.get(index);
      Object body = event.getBody();
      if (body instanceof ToolCalled call) {
        calls.put(call.getCallId(), call);
        turn.add(call);
      }
      boolean endsTurn =
          !turn.isEmpty()
              && (position + 1 == session.size()
                  || !(run.get(session.get(position + 1)).getBody() instanceof ToolCalled));
      Optional<ToolCalled> answered =
          body instanceof ToolReturned returned
              ? Optional.ofNullable(calls.remove(returned.getCallId()))
              : Optional.empty();
      if (restarts.test(body)) {
        active = rules.get();
      }
      boolean fires = fires(active, new SessionEvent(event, answered, endsTurn ? turn : List.of()));
      if (endsTurn) {
        turn.clear();
      }
      if (fires) {
        alarms.add(index);
        active = restartsAfterAlarm ? rules.get() : active;
      }
    }
    return alarms;
  }

  /** Shows an event to all rules, since each has a history of its own. */
  private static boolean fires(List<Predicate<SessionEvent>> rules, SessionEvent event) {
    boolean fires = false;
    for (Predicate<SessionEvent> rule : rules) {
      fires |= rule.test(event);
    }
    return fires;
  }
}
