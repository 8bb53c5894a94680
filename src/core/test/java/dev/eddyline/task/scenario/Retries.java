package dev.eddyline.task.scenario;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Retries, for the transport's sake, of tool calls among the events of a task. */
public final class Retries {

  /** Calls under way that a task surely remembers, with one more to come. */
  private static final int FEW = 14;

  private final Random random;
  private final List<AgentEvent> events = new ArrayList<>();
  private final Map<String, ToolCalled> calls = new HashMap<>();
  private final Map<String, String> retries = new HashMap<>();
  private final Set<String> open = new HashSet<>();

  private Retries(long seed) {
    random = new Random(seed);
  }

  /** The events with no retry among them, each call with an id of its own. */
  public static List<AgentEvent> removed(List<AgentEvent> drawn) {
    Map<String, String> ids = new HashMap<>();
    List<AgentEvent> events = new ArrayList<>();
    for (AgentEvent event : drawn) {
      AgentEvent named = AvroCopier.deepCopy(event);
      if (named.getBody() instanceof ToolCalled call) {
        ids.put(call.getCallId(), "call " + events.size());
        call.setCallId(ids.get(call.getCallId()));
        call.setRetryOf(null);
      } else if (named.getBody() instanceof ToolReturned returned) {
        returned.setCallId(ids.getOrDefault(returned.getCallId(), "no call"));
      }
      events.add(named);
    }
    return events;
  }

  /**
   * The events with retries of some calls: before the answer, which then answers the retry, or
   * after it, when the same answer comes again.
   *
   * @param plain events with no retry among them, each call with an id of its own
   */
  public static List<AgentEvent> added(List<AgentEvent> plain, long seed) {
    Retries retries = new Retries(seed);
    plain.forEach(event -> retries.add(AvroCopier.deepCopy(event)));
    return retries.events;
  }

  private void add(AgentEvent event) {
    events.add(event);
    if (event.getBody() instanceof ToolCalled call) {
      calls.put(call.getCallId(), call);
      open.add(call.getCallId());
      if (random.nextBoolean()) {
        String early = "early " + events.size();
        retries.put(call.getCallId(), early);
        again(event, retry(call, early, call.getCallId()));
      }
    } else if (event.getBody() instanceof ToolReturned returned) {
      ToolCalled call = calls.get(returned.getCallId());
      open.remove(returned.getCallId());
      returned.setCallId(retries.getOrDefault(returned.getCallId(), returned.getCallId()));
      if (call != null && open.size() < FEW && random.nextBoolean()) {
        String late = "late " + events.size();
        again(event, retry(call, late, returned.getCallId()));
        again(event, answer(returned, late));
      }
    }
  }

  private void again(AgentEvent event, Object body) {
    AgentEvent again = AvroCopier.deepCopy(event);
    again.setEventId("retry " + events.size());
    again.setTokens(null);
    again.setBody(body);
    events.add(again);
  }

  private static ToolCalled retry(ToolCalled call, String id, String retryOf) {
    return new ToolCalled(id, call.getTool(), call.getArguments(), call.getLoopKey(), retryOf);
  }

  private static ToolReturned answer(ToolReturned returned, String id) {
    return new ToolReturned(id, returned.getTool(), returned.getOutput(), returned.getIsError());
  }
}
