package dev.eddyline.evaluate;

import dev.eddyline.guards.ReferenceGuard;
import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A reference guard, which sees each task of a run alone. */
record GuardJudge(ReferenceGuard guard) implements Judge {

  @Override
  public String name() {
    return guard.name();
  }

  @Override
  public JudgedRun judge(LabelledRun run) {
    Map<String, List<Integer>> indicesByTask = new LinkedHashMap<>();
    for (int i = 0; i < run.events().size(); i++) {
      String task = run.events().get(i).event().getTaskId();
      indicesByTask.computeIfAbsent(task, first -> new ArrayList<>()).add(i);
    }
    List<Alarm> alarms = new ArrayList<>();
    for (List<Integer> indices : indicesByTask.values()) {
      List<AgentEvent> events =
          indices.stream().map(index -> run.events().get(index).event()).toList();
      for (int index : guard.alarms(events)) {
        alarms.add(new Alarm(indices.get(index), Collections.emptyNavigableSet(), ""));
      }
    }
    alarms.sort(Comparator.comparingInt(Alarm::event));
    return new JudgedRun(run, alarms, OptionalInt.empty());
  }
}
