package dev.eddyline.evaluate;

import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/**
 * The verdicts under a policy. Replies that allow an action, verdicts about external faults and
 * shadow verdicts do not count.
 */
final class PolicyJudge implements Judge {

  private static final Set<LoopType> SILENT = Set.of(LoopType.OK, LoopType.EXTERNAL_FAULT);

  private final String name;
  private final boolean followsRun;
  private final InputProblems problems;
  private final Map<String, Policies> loaded = new HashMap<>();

  /**
   * A judge under one policy.
   *
   * @param name preset, file or folder
   * @param followsRun whether a run that names its own policy is judged under that one
   * @param problems receives dead-lettered events
   */
  PolicyJudge(String name, boolean followsRun, InputProblems problems) {
    this.name = name;
    this.followsRun = followsRun;
    this.problems = problems;
    loaded.put(name, Policies.load(name));
  }

  @Override
  public String name() {
    return name;
  }

  /** The policies that runs were judged under. */
  Collection<Policies> policies() {
    return loaded.values();
  }

  @Override
  public JudgedRun judge(LabelledRun run) {
    String policy = followsRun ? run.policy().orElse(name) : name;
    List<Alarm> alarms = new ArrayList<>();
    OptionalInt firstGate = OptionalInt.empty();
    // an engine for each run: runs of different recordings may have the same task ids
    InProcessEngine engine =
        new InProcessEngine(
            loaded.computeIfAbsent(policy, Policies::load), InProcessEngine.NO_CLAMP);
    for (int i = 0; i < run.events().size(); i++) {
      RecordedEvent recorded = run.events().get(i);
      InProcessEngine.EventResult result = engine.processEvent(recorded.event());
      for (String reason : result.deadLetterReasons()) {
        problems.report(
            run.set() + "/" + recorded.otherFile().orElse(run.name()), recorded.line(), reason);
      }
      for (SpecificRecord output : result.outputs()) {
        if (output instanceof LoopVerdict verdict && isAlarm(verdict)) {
          alarms.add(new Alarm(i, detectors(verdict), verdict.getReason()));
        } else if (output instanceof GateTrigger gate
            && gate.getState() == GateState.OPENED
            && firstGate.isEmpty()) {
          firstGate = OptionalInt.of(i);
        }
      }
    }
    return new JudgedRun(run, alarms, firstGate);
  }

  private static boolean isAlarm(LoopVerdict verdict) {
    return !verdict.getShadow() && !SILENT.contains(verdict.getLoopType());
  }

  private static NavigableSet<String> detectors(LoopVerdict verdict) {
    NavigableSet<String> names = new TreeSet<>();
    names.add(OutputJson.word(verdict.getLoopType()));
    for (LoopType trip : verdict.getTrips()) {
      if (!SILENT.contains(trip)) {
        names.add(OutputJson.word(trip));
      }
    }
    return names;
  }
}
