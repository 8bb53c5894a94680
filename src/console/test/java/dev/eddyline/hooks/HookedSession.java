package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopVerdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Hooks that go through one instance and the detectors, without a broker. */
final class HookedSession {

  static final ConsoleUrl CONSOLE = new ConsoleUrl("http://127.0.0.1:8090");

  private final InProcessEngine process;
  private HookSessions sessions = new HookSessions();
  private final String path;
  private final boolean isHeadless;
  private final List<AgentEvent> events = new ArrayList<>();
  private final List<LoopVerdict> verdicts = new ArrayList<>();
  private Instant now = HookFixtures.NOW;

  /** A session whose hooks go to this path. */
  HookedSession(String path) {
    this(path, false);
  }

  HookedSession(String path, boolean isHeadless) {
    this(path, isHeadless, Policies.load("default"));
  }

  HookedSession(String path, boolean isHeadless, Policies policies) {
    this.path = path;
    this.isHeadless = isHeadless;
    process = new InProcessEngine(policies, InProcessEngine.NO_CLAMP);
  }

  /** Reads a hook a second later. */
  HookCall read(String json) {
    now = now.plusSeconds(1);
    return HookCall.read(
        json.replace('\'', '"'), new HookContext(Optional.empty(), isHeadless, "", now, sessions));
  }

  /** Processes a hook a second later, and returns its answer. */
  JsonNode play(String json) {
    HookCall call = read(json);
    HookAgent agent = HookSender.recognize(HookFixtures.agent(path), call);
    Optional<LoopVerdict> reply = Optional.empty();
    HookReading reading = agent.read(call);
    for (AgentEvent event : reading.events()) {
      events.add(event);
      Optional<LoopVerdict> verdict =
          process.processEvent(event).outputs().stream()
              .filter(LoopVerdict.class::isInstance)
              .map(LoopVerdict.class::cast)
              .findFirst();
      verdict.ifPresent(verdicts::add);
      reply = event.getReplyRequested() ? verdict : reply;
    }
    reading.remember().run();
    HookSender.remember(agent, call);
    return agent.answer(call, HookInstruction.of(reply, CONSOLE));
  }

  /** The next hooks go to another instance. */
  void switchInstance() {
    sessions = new HookSessions();
  }

  /** The time of the next hook. */
  Instant next() {
    return now.plusSeconds(1);
  }

  /** A person approves at the gate of a task. */
  void approve(String task) {
    process.processEvent(
        AgentEvent.newBuilder()
            .setEventId("decision")
            .setTaskId(task)
            .setOccurredAt(now)
            .setBody(new HumanIntervened(null, Decision.APPROVE, "", "lead", null, null))
            .build());
  }

  List<AgentEvent> events() {
    return events;
  }

  List<LoopVerdict> verdicts() {
    return verdicts;
  }

  /** The bodies of the events, oldest first. */
  List<Object> bodies() {
    return events.stream().map(AgentEvent::getBody).toList();
  }
}
