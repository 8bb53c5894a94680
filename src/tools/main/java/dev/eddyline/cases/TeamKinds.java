package dev.eddyline.cases;

import static dev.eddyline.cases.Toolbox.with;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** Kinds of messages, requests and delegation. */
final class TeamKinds extends KindFamily {

  private static final List<String> REVIEW_STEPS =
      List.of("review", "judge", "critique", "evaluate", "code_review");

  private TeamKinds(Stage stage) {
    super(stage);
  }

  static List<CaseKind> kinds() {
    return List.of(
        kind("same-sentence", 4, TeamKinds::sameSentence, TeamKinds::reportProgress),
        kind("thanks", 7, TeamKinds::thanks, TeamKinds::politeHandovers),
        kind("alternation", 4, TeamKinds::alternation, TeamKinds::draftAndReview),
        kind("same-request", 4, TeamKinds::sameRequest, TeamKinds::askSeveral),
        kind("spawn-same-goal", 4, TeamKinds::spawnSameGoal, TeamKinds::fanOut),
        kind("endless-review", 7, TeamKinds::endlessReview, TeamKinds::draftAndReview));
  }

  /** Other calls between repetitions would change these kinds. */
  private static CaseKind kind(
      String name,
      int leastWanted,
      Function<TeamKinds, IntConsumer> stuck,
      Consumer<TeamKinds> ordinary) {
    return CaseKind.of(name, leastWanted, TeamKinds::new, stuck, ordinary).quiet();
  }

  /** An agent says one sentence again and again. */
  private IntConsumer sameSentence() {
    String sentence = words.phrase("sentence");
    String nudge = words.phrase("nudge");
    boolean nudged = draw.chance(0.35);
    return repetition -> {
      if (nudged) {
        stage.nudge(nudge);
      }
      stage.say(sentence);
    };
  }

  /** An agent reports after each part of its work; a person may answer. */
  private void reportProgress() {
    for (int parts = draw.between(5, 8); parts > 0; parts--) {
      for (int calls = draw.between(1, 3); calls > 0; calls--) {
        stage.read(words.path());
      }
      stage.say(words.phrase("thought") + " " + words.fact());
      if (draw.chance(0.3)) {
        stage.ask(words.phrase("question"));
      }
    }
  }

  /** Two agents thank each other, in messages or with a tool. */
  private IntConsumer thanks() {
    boolean byTool = draw.chance(0.3);
    String sent = words.phrase("sent");
    return repetition -> {
      stage.recorder.actAs(stage.agent(repetition % 2));
      String text = words.phrase("thanks");
      if (byTool) {
        String other = stage.agent(1 - repetition % 2);
        stage.returns("send", with("to", other, "text", text), sent);
      } else {
        stage.say(text);
      }
    };
  }

  /** Two agents hand over work in polite words, and each does its part. */
  private void politeHandovers() {
    for (int handover = draw.between(5, 8); handover > 0; handover--) {
      stage.recorder.actAs(stage.agent(handover % 2));
      stage.say(words.phrase("thanks") + " " + words.phrase("request"));
      stage.recorder.actAs(stage.agent(1 - handover % 2));
      stage.find(words.content(2, 6));
      if (draw.chance(0.5)) {
        stage.read(words.path());
      }
      stage.say(words.content(1, 3));
    }
    stage.recorder.actAs(stage.agent(0));
  }

  /** Two agents wait for each other. */
  private IntConsumer alternation() {
    List<Map<String, String>> nouns =
        List.of(Map.of("noun", words.noun()), Map.of("noun", words.noun()));
    boolean reworded = draw.chance(0.5);
    List<String> templates = List.of(words.template("pass"), words.template("pass"));
    boolean transitions = draw.chance(0.35);
    return repetition -> {
      for (int turn = 0; turn < 2; turn++) {
        stage.recorder.actAs(stage.agent(turn));
        String template = reworded ? words.template("pass") : templates.get(turn);
        String text = words.fill(template, nouns.get(turn));
        stage.say(text);
        if (transitions) {
          transition(stage.agent(turn), stage.agent(1 - turn), text);
        }
      }
    };
  }

  /** A review with fewer findings each round, and an approval. */
  private void draftAndReview() {
    String step = draw.pick(REVIEW_STEPS);
    int rounds = draw.between(3, 5);
    for (int findings = rounds; findings >= 0; findings--) {
      stage.recorder.actAs(stage.agent(0));
      stage.readAndEdit(words.path(), words.phrase("saved"));
      review(step, findings);
    }
    stage.recorder.actAs(stage.agent(0));
  }

  private void transition(String from, String to, String reason) {
    stage.recorder.add("transition").put("from", from).put("to", to).put("reason", reason);
  }

  private void review(String step, int findings) {
    stage.recorder.actAs(stage.agent(1));
    stage.recorder.add("step_started").put("step", step);
    stage.passThinkingTime();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < findings; i++) {
      lines.add("- " + words.phrase("finding"));
    }
    String text = lines.isEmpty() ? words.phrase("approve") : String.join("\n", lines);
    stage.respond(step, text);
  }

  /** Each round of the review has as many findings as the one before, of the same small sort. */
  private IntConsumer endlessReview() {
    String step = draw.pick(REVIEW_STEPS);
    String path = words.path();
    boolean transitions = draw.chance(0.4);
    return round -> {
      review(step, draw.between(2, 4));
      if (transitions) {
        transition(step, "revise", words.phrase("finding"));
      }
      stage.recorder.actAs(stage.agent(0));
      stage.edit(path, words.fact(), words.phrase("saved"));
    };
  }

  /** A coworker gets the same request; its answers say the same in other words. */
  private IntConsumer sameRequest() {
    String request = words.phrase("request");
    Map<String, String> value = Map.of("value", words.fill("{n2}"));
    boolean byTool = draw.chance(0.6);
    return repetition ->
        request(
            byTool,
            request,
            String.join(
                    " ",
                    words.phrase("answerHead"),
                    words.phrase("answerBody", value),
                    words.phrase("answerTail"))
                .strip());
  }

  private void request(boolean byTool, String request, String answer) {
    String asker = stage.agent(0);
    String coworker = stage.agent(1);
    if (byTool) {
      InventedCall call =
          tools.call("delegate", with("to", coworker, "request", request), answer, false);
      stage.call(call.lasting(draw.logarithmic(3, 60)));
      return;
    }
    stage.passThinkingTime();
    stage.recorder.add("collaboration_requested").put("toAgent", coworker).put("request", request);
    stage.recorder.actAs(coworker);
    stage.passThinkingTime();
    stage.recorder.add("collaboration_answered").put("toAgent", asker).put("response", answer);
    stage.recorder.actAs(asker);
  }

  /** Coworkers get similar requests, some of them together, and answer with facts. */
  private void askSeveral() {
    String template = words.template("request");
    for (int rounds = draw.between(2, 3); rounds > 0; rounds--) {
      List<InventedCall> calls = new ArrayList<>();
      for (int i = draw.between(2, 5); i > 0; i--) {
        Map<String, Object> arguments =
            with("to", stage.agent(1) + "-" + i, "request", words.fill(template));
        calls.add(
            tools
                .call("delegate", arguments, words.content(2, 4), false)
                .lasting(draw.logarithmic(3, 60)));
      }
      stage.callTogether(calls);
      request(draw.chance(0.5), words.fill(template), words.content(1, 4));
      stage.say(words.content(2, 4));
    }
  }

  /** Subtasks with one goal: each starts the next, or one after the other without a result. */
  private IntConsumer spawnSameGoal() {
    String goal = words.goal();
    boolean deeper = draw.chance(0.6);
    String root = stage.recorder.task();
    boolean thinks = draw.chance(0.5);
    return repetition -> {
      String child = deeper ? stage.recorder.task() + ".1" : root + "." + (repetition + 1);
      InventedCall call =
          tools.call("spawn", with("request", goal), deeper ? "started " + child : "", false);
      String id = stage.begin(call);
      if (deeper) {
        stage.end(id, call);
      }
      stage.recorder.enter(child);
      stage.recorder.add("task_started").put("goal", goal);
      if (thinks) {
        stage.say(words.phrase("thought"));
      }
      if (!deeper) {
        stage.recorder.add("task_completed").put("outcome", "no result");
        stage.recorder.enter(root);
        stage.end(id, call);
      }
    };
  }

  /** Subtasks with goals of their own, each of which works and completes. */
  private void fanOut() {
    String root = stage.recorder.task();
    for (int child = draw.between(3, 5); child > 0; child--) {
      String goal = words.goal();
      stage.returns("spawn", with("request", goal), "started " + child);
      stage.recorder.enter(root + "." + child);
      stage.recorder.add("task_started").put("goal", goal);
      new OrdinaryWork(stage, false).workUntil(stage.recorder.size() + draw.between(3, 9));
      stage.recorder.add("task_completed").put("outcome", "success");
      stage.recorder.enter(root);
    }
  }
}
