package dev.eddyline.cases;

import static dev.eddyline.cases.Toolbox.with;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** Kinds in which calls succeed and bring nothing new. */
final class RepeatKinds extends KindFamily {

  private static final List<String> PLAN_STATES = List.of("pending", "in_progress", "completed");

  private RepeatKinds(Stage stage) {
    super(stage);
  }

  static List<CaseKind> kinds() {
    return List.of(
        kind("same-result", 4, RepeatKinds::sameResult, RepeatKinds::heartbeat),
        kind("same-hits", 4, RepeatKinds::sameHits, RepeatKinds::otherHits),
        kind("same-write", 4, RepeatKinds::sameWrite, RepeatKinds::bulkWrites),
        kind("undo-redo", 4, RepeatKinds::undoRedo, RepeatKinds::tryValues),
        kind("same-memory", 4, RepeatKinds::sameMemory, RepeatKinds::sameRecall),
        kind("dead-job", 5, RepeatKinds::deadJob, RepeatKinds::runningJob),
        kind("plan-only", 6, RepeatKinds::planOnly, RepeatKinds::planAndWork).quiet());
  }

  private static CaseKind kind(
      String name,
      int leastWanted,
      Function<RepeatKinds, IntConsumer> stuck,
      Consumer<RepeatKinds> ordinary) {
    return CaseKind.of(name, leastWanted, RepeatKinds::new, stuck, ordinary);
  }

  /** One call with one result. */
  private IntConsumer sameResult() {
    String role = draw.pick(List.of("read", "find", "list", "check"));
    Map<String, Object> arguments = with(role.equals("find") ? "query" : "path", words.path());
    String output = words.content(1, 8);
    boolean byShell = draw.chance(0.25);
    String command = words.command();
    return repetition ->
        stage.call(
            byShell
                ? tools.shell(command, output, false)
                : tools.call(role, arguments, output, false));
  }

  /** A schedule wakes the agent; or many files are read, some of them together. */
  private void heartbeat() {
    if (draw.chance(0.5)) {
      for (int rounds = draw.between(3, 6); rounds > 0; rounds--) {
        stage.readTogether(draw.between(1, 5));
      }
      return;
    }
    Map<String, Object> arguments = with("path", words.path());
    String quiet = words.fact();
    double interval = draw.pick(List.of(600.0, 900.0, 1800.0, 3600.0));
    for (int beats = draw.between(7, 14); beats > 0; beats--) {
      stage.recorder.pass(interval);
      stage.returns("list", arguments, quiet);
    }
  }

  /** The same hits in another order, for the same or other words. */
  private IntConsumer sameHits() {
    List<Map<String, String>> hits = words.rows(draw.between(3, 7));
    boolean reworded = draw.chance(0.6);
    String fixed = words.query();
    return repetition ->
        stage.returns(
            "find",
            with("query", reworded ? words.query() : fixed),
            stage.style.listing().print(draw.shuffle(hits)));
  }

  /** Each search brings hits of its own, with a few that are known. */
  private void otherHits() {
    List<Map<String, String>> known = words.rows(2);
    for (int searches = draw.between(7, 12); searches > 0; searches--) {
      List<Map<String, String>> hits = new ArrayList<>(words.rows(draw.between(2, 5)));
      if (draw.chance(0.4)) {
        hits.add(draw.pick(known));
      }
      String printed = stage.style.listing().print(draw.shuffle(hits));
      stage.find(printed);
    }
  }

  /** The same content is written to the same place. */
  private IntConsumer sameWrite() {
    Map<String, Object> arguments = with("path", words.path(), "content", words.content(1, 6));
    String saved = words.phrase("saved");
    String version = draw.pick(List.of("", "", " (rev {n4})", " {time}"));
    return repetition -> stage.returns("write", arguments, saved + words.fill(version));
  }

  /** Many places get their own content; each write has one short acknowledgement. */
  private void bulkWrites() {
    String saved = words.phrase("saved");
    String role = draw.pick(List.of("write", "edit"));
    for (int writes = draw.between(9, 16); writes > 0; writes--) {
      Map<String, Object> arguments = with("path", words.path(), "content", words.content(1, 4));
      stage.returns(role, arguments, saved);
    }
  }

  /** A change is made and taken back. */
  private IntConsumer undoRedo() {
    String path = words.path();
    String before = words.fact();
    String after = words.fact();
    String saved = words.phrase("saved");
    return repetition -> {
      stage.returns("edit", with("path", path, "old", before, "new", after), saved);
      stage.returns("edit", with("path", path, "old", after, "new", before), saved);
    };
  }

  /** One setting is tried with one value after the other, and each is measured. */
  private void tryValues() {
    String path = words.path();
    String setting = words.noun();
    String saved = words.phrase("saved");
    int value = draw.between(1, 9);
    for (int values = draw.between(5, 9); values > 0; values--) {
      int next = value + draw.between(1, 5);
      stage.returns(
          "edit",
          with("path", path, "old", setting + "=" + value, "new", setting + "=" + next),
          saved);
      String measured = setting + "=" + next + ": " + words.content(1, 3);
      stage.returns("check", with("path", path), measured);
      value = next;
    }
  }

  /** One fact is stored again and again; only the id of the entry is new. */
  private IntConsumer sameMemory() {
    String fact = words.fact();
    String acknowledgement =
        draw.pick(List.of("stored as {uuid}", "{\"id\":\"{uuid}\"}", "memory {n4} saved"));
    boolean reworded = draw.chance(0.4);
    return repetition -> {
      String text = reworded ? words.phrase("answerHead") + " " + fact : fact;
      stage.returns("memory", with("content", text), words.fill(acknowledgement));
    };
  }

  /** Each question of a person begins with the same look into the memory. */
  private void sameRecall() {
    Map<String, Object> recall = with("query", words.noun());
    String known = words.content(1, 4);
    for (int questions = draw.between(5, 8); questions > 0; questions--) {
      stage.ask(words.phrase("question"));
      stage.returns("recall", recall, known);
      if (draw.chance(0.5)) {
        stage.find(words.content(2, 5));
      }
      stage.say(words.content(1, 2));
    }
  }

  /** The state of a job that ended long ago. */
  private IntConsumer deadJob() {
    Map<String, String> values =
        Map.of("name", words.id(), "value", words.fill("{time}"), "n0", "137");
    String state = words.phrase("dead", values);
    stage.returns("start", with("target", words.query()), values.get("name"));
    double pause = draw.pick(List.of(0.0, 0.0, 5.0, 20.0));
    return repetition -> {
      stage.recorder.pass(pause);
      stage.returns("status", with("name", values.get("name")), state);
    };
  }

  /** The state of a job that still runs, at regular intervals, until it ends. */
  private void runningJob() {
    String job = words.id();
    String template = words.template("running");
    stage.returns("start", with("target", words.query()), job);
    boolean toolWaits = draw.chance(0.4);
    double interval = draw.logarithmic(5, 180);
    int polls = draw.between(5, 13);
    for (int poll = 1; poll <= polls; poll++) {
      String percent = String.valueOf(95 * poll / polls);
      String state = words.fill(template, Map.of("name", job, "percent", percent));
      InventedCall call = tools.call("status", with("name", job), state, false);
      stage.recorder.pass(toolWaits ? 0 : interval);
      stage.call(toolWaits ? call.lasting(interval) : call);
    }
    String end = words.phrase("finished", Map.of("name", job));
    stage.returns("status", with("name", job), end);
    stage.read(words.path());
  }

  private List<String> steps() {
    List<String> steps = new ArrayList<>();
    for (int i = draw.between(3, 6); i > 0; i--) {
      steps.add(words.phrase("planStep"));
    }
    return steps;
  }

  /**
   * Writes the plan with drawn states if {@code done} is negative, else with that many steps done.
   */
  private void writePlan(List<String> steps, boolean echo, int done) {
    List<Map<String, Object>> items = new ArrayList<>();
    StringBuilder printed = new StringBuilder();
    for (int i = 0; i < steps.size(); i++) {
      int state = done < 0 ? draw.between(0, 2) : Math.max(0, Math.min(2, done - i + 1));
      items.add(with("content", steps.get(i), "status", PLAN_STATES.get(state)));
      printed.append("[%s] %s\n".formatted(PLAN_STATES.get(state), steps.get(i)));
    }
    stage.returns("plan", with("items", items), echo ? printed.toString() : "Plan updated");
  }

  /** Only the plan is rewritten. */
  private IntConsumer planOnly() {
    List<String> steps = steps();
    boolean echo = draw.chance(0.6);
    return repetition -> writePlan(steps, echo, -1);
  }

  /** The plan is updated after each part of the work. */
  private void planAndWork() {
    List<String> steps = steps();
    boolean echo = draw.chance(0.5);
    for (int done = 0; done <= steps.size(); done++) {
      writePlan(steps, echo, done);
      for (int calls = draw.between(1, 4); calls > 0; calls--) {
        stage.read(words.path());
      }
    }
  }
}
