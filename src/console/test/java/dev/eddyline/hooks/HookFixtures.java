package dev.eddyline.hooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Hook fixtures in the documented formats. */
final class HookFixtures {

  static final Instant NOW = Instant.parse("2026-05-04T08:00:00.250Z");

  static final HookInstruction HINT =
      new HookInstruction(
          HookInstruction.InstructionKind.HINT, "npm test failed 3 times alike", "", "");
  static final HookInstruction ASK =
      new HookInstruction(
          HookInstruction.InstructionKind.ASK, "a gate is open", "decide at the page", "gate-1");
  static final HookInstruction STOP =
      new HookInstruction(
          HookInstruction.InstructionKind.STOP, "a person rejected the task", "", "");

  private static final ObjectMapper JSON = new ObjectMapper();

  private HookFixtures() {}

  /** A hook call; single quotes are replaced by double quotes. */
  static HookCall call(String json) {
    return HookCall.read(json.replace('\'', '"'), Optional.empty(), NOW);
  }

  /** The events of a hook. */
  static List<AgentEvent> events(String agent, String json) {
    return agent(agent).read(call(json)).events();
  }

  /** The only event of a hook. */
  static AgentEvent event(String agent, String json) {
    List<AgentEvent> events = events(agent, json);
    if (events.size() != 1) {
      throw new AssertionError("one event expected, were " + events);
    }
    return events.get(0);
  }

  /** The answer to a hook. */
  static JsonNode answer(String agent, String json, HookInstruction guidance) {
    return agent(agent).answer(call(json), guidance);
  }

  /** JSON; single quotes are replaced by double quotes. */
  static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (IOException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }

  static HookAgent agent(String name) {
    return HookAgents.find(name).orElseThrow();
  }

  /** A hook of Claude Code. */
  static String hook(String event, String fields) {
    return """
        {'session_id':'s1','prompt_id':'p1','transcript_path':'t.jsonl','cwd':'/home/dev/shop',
         'permission_mode':'default','hook_event_name':'%s',%s}"""
        .formatted(event, fields);
  }

  /** A hook of Claude Code about a shell command. */
  static String bash(String event, String more) {
    return hook(
        event,
        """
        'tool_name':'Bash','tool_use_id':'toolu_1',
        'tool_input':{'command':'npm test','description':'Run the tests','timeout':60000}%s"""
            .formatted(more));
  }
}
