package dev.eddyline.evaluate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The report as JSON: figures with their intervals, and the place of each mistake. */
public final class EvaluationJson {

  private EvaluationJson() {}

  /** The report, which ends with a line feed. Texts of events are not in it. */
  public static String render(Evaluation evaluation) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("tolerance", evaluation.tolerance());
    ArrayNode policies = root.putArray("policies");
    for (JudgeScore policy : evaluation.policies()) {
      ObjectNode json = policies.addObject();
      putScores(json, policy);
      ArrayNode mistakes = json.putArray("mistakes");
      policy.runs().forEach(run -> addMistakes(mistakes, run, evaluation.tolerance()));
    }
    ArrayNode guards = root.putArray("guards");
    evaluation.guards().forEach(guard -> putScores(guards.addObject(), guard));
    return root.toPrettyString() + "\n";
  }

  private static void putScores(ObjectNode json, JudgeScore judge) {
    json.put("name", judge.name());
    ArrayNode sets = json.putArray("sets");
    for (SetScore set : judge.sets()) {
      ObjectNode one = sets.addObject().put("set", set.set());
      one.put("runs", set.runs()).put("events", set.events());
      one.put("loops", set.loops()).put("loopFree", set.loopFree());
      one.put("asLabelled", set.asLabelled());
      one.put("falseGates", set.falseGates()).put("missingGates", set.missingGates());
      putScore(one, set.all());
      putDelay(one.putObject("delayToFirstVerdict"), set.toAlarm());
      putDelay(one.putObject("delayToGate"), set.toGate());
      ObjectNode alarms = one.putObject("falseAlarms");
      alarms.put("silentEvents", set.silentEvents()).put("verdicts", set.falseAlarms());
      alarms.put("successfulRuns", set.successful()).put("disturbedRuns", set.disturbed());
      alarms.put("verdictsInSuccessfulRuns", set.disturbances());
      ObjectNode detectors = one.putObject("detectors");
      set.byDetector().forEach((detector, score) -> putScore(detectors.putObject(detector), score));
    }
  }

  private static void putScore(ObjectNode json, DetectionScore score) {
    json.put("found", score.found()).put("late", score.late());
    json.put("early", score.early()).put("falseRuns", score.falseAlarms());
    putAccuracy(json.putObject("byRun"), score.byRun());
    putAccuracy(json.putObject("byEvent"), score.byEvent());
  }

  private static void putAccuracy(ObjectNode json, Accuracy accuracy) {
    putProportion(json.putObject("precision"), accuracy.precision());
    putProportion(json.putObject("recall"), accuracy.recall());
    ObjectNode f1 = json.putObject("f1");
    put(f1, "value", accuracy.f1());
    if (accuracy.f1().isPresent()) {
      f1.put("low", accuracy.f1Low()).put("high", accuracy.f1High());
    }
  }

  private static void putProportion(ObjectNode json, Proportion share) {
    json.put("hits", share.hits()).put("total", share.total());
    put(json, "value", share.value());
    if (share.total() > 0) {
      json.put("low", share.low(Proportion.Z_95)).put("high", share.high(Proportion.Z_95));
    }
  }

  private static void put(ObjectNode json, String field, OptionalDouble value) {
    if (value.isPresent()) {
      json.put(field, value.getAsDouble());
    } else {
      json.putNull(field);
    }
  }

  private static void putDelay(ObjectNode json, Delay delay) {
    json.put("loops", delay.count()).put("missed", delay.missed());
    putQuantiles(json.putObject("events"), delay.events());
    putQuantiles(json.putObject("toolCalls"), delay.calls());
  }

  private static void putQuantiles(ObjectNode json, List<Integer> ascending) {
    put(json, "median", Delay.quantile(ascending, 0.5));
    put(json, "p90", Delay.quantile(ascending, 0.9));
  }

  /** Null if there is no loop, or if so many are missed that the quantile is never. */
  private static void put(ObjectNode json, String field, OptionalInt value) {
    if (value.isPresent() && value.getAsInt() != Delay.NEVER) {
      json.put(field, value.getAsInt());
    } else {
      json.putNull(field);
    }
  }

  private static void addMistakes(ArrayNode json, JudgedRun run, int tolerance) {
    for (Mistake mistake : Mistake.findAll(run, tolerance)) {
      RecordedEvent recorded = run.run().events().get(mistake.event());
      ObjectNode place =
          json.addObject()
              .put("set", run.run().set())
              .put("run", run.run().name())
              .put("kind", mistake.kind().label())
              .put("event", mistake.event() + 1)
              .put("line", recorded.line());
      recorded.otherFile().ifPresent(file -> place.put("file", file));
    }
  }
}
