package dev.eddyline.cases;

import static dev.eddyline.cases.Toolbox.with;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One agent at work: what it says and calls, with the pauses of its model, tools and people. */
final class Stage {

  private static final double LONGEST_THOUGHT = 90;

  final RunStyle style;
  final Draw draw;
  final Wording words;
  final Toolbox tools;
  final RunRecorder recorder;
  private final String step;
  private String thoughts = "thought";

  Stage(RunStyle style, Draw draw, RunRecorder recorder) {
    this.style = style;
    this.draw = draw;
    this.recorder = recorder;
    words = new Wording(style.domain(), style.language(), draw);
    tools = new Toolbox(style, draw);
    step = draw.pick(CaseTexts.terms("step"));
  }

  /** Sets the use of the texts that the agent says before its calls. */
  void think(String use) {
    thoughts = use;
  }

  /** One of two to five names of agents in this field. */
  String agent(int number) {
    List<String> agents = style.domain().agents();
    return agents.get(number % agents.size());
  }

  void say(String text) {
    passThinkingTime();
    respond(step, text);
  }

  void respond(String inStep, String text) {
    recorder.add("response_produced").put("step", inStep).put("text", text);
  }

  /** A person writes after a while. */
  void ask(String text) {
    recorder.pass(draw.logarithmic(4, 240));
    recorder.add("user_message").put("text", text);
  }

  /** The equal message of a harness, not of a person. */
  void nudge(String text) {
    recorder.pass(0.3);
    recorder.add("user_message").put("text", text);
  }

  /** Reads something for the first time. */
  void read(String path) {
    returns("read", with("path", path), words.content(2, 8));
  }

  /** A search that no earlier one equals. */
  void find(String output) {
    returns("find", with("query", words.query()), output);
  }

  /** Reads a file and replaces one of its lines. */
  void readAndEdit(String path, String saved) {
    List<String> lines = words.facts(draw.between(2, 8));
    returns("read", with("path", path), String.join("\n", lines));
    edit(path, draw.pick(lines), saved);
  }

  /** An edit that no earlier one equals. */
  void edit(String path, String old, String saved) {
    returns("edit", with("path", path, "old", old, "new", words.fact()), saved);
  }

  /** Reads this many things at once for the first time. */
  void readTogether(int count) {
    callTogether(
        Stream.generate(
                () -> tools.call("read", with("path", words.path()), words.content(2, 7), false))
            .limit(count)
            .toList());
  }

  void returns(String role, Map<String, Object> arguments, String output) {
    call(tools.call(role, arguments, output, false));
  }

  void fails(String role, Map<String, Object> arguments, String output) {
    call(tools.call(role, arguments, output, true));
  }

  /** A call after a thought, and its result. */
  void call(InventedCall call) {
    String id = begin(call);
    recorder.pass(call.seconds());
    end(id, call);
  }

  /** Starts a call after a thought; returns its id. */
  String begin(InventedCall call) {
    if (draw.chance(style.talk())) {
      respond(step, words.phrase(thoughts));
    }
    passThinkingTime();
    return addCalled(call);
  }

  /** Calls that are open together; the fastest returns first. */
  void callTogether(List<InventedCall> calls) {
    passThinkingTime();
    List<String> ids = new ArrayList<>();
    for (InventedCall call : calls) {
      ids.add(addCalled(call));
    }
    List<InventedCall> byDuration = new ArrayList<>(calls);
    byDuration.sort(Comparator.comparingDouble(InventedCall::seconds));
    double passed = 0;
    for (InventedCall call : byDuration) {
      recorder.pass(call.seconds() - passed);
      passed = call.seconds();
      end(ids.get(calls.indexOf(call)), call);
    }
  }

  private String addCalled(InventedCall call) {
    String id = recorder.newCallId();
    ObjectNode called = recorder.add("tool_called").put("callId", id).put("tool", call.tool());
    called.set("arguments", call.arguments());
    return id;
  }

  /** The result of a call that was started. */
  void end(String id, InventedCall call) {
    ObjectNode returned = recorder.add("tool_returned").put("callId", id).put("tool", call.tool());
    returned.put("output", style.envelope().wrap(call.output(), call.failed()));
    if (style.marksErrors()) {
      returned.put("isError", call.failed());
    }
  }

  /** Lets the time of one thought of the model pass. */
  void passThinkingTime() {
    double seconds = style.think() * draw.logarithmic(0.6, 1.7);
    recorder.pass(Math.min(LONGEST_THOUGHT, Math.max(2, seconds)));
  }
}
