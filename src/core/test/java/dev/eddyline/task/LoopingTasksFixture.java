package dev.eddyline.task;

import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;

/** Tasks whose loops are recorded in the loop memory. */
abstract class LoopingTasksFixture {

  static final String MESSAGE = "TypeError: cannot read property 'x' of undefined";

  final EngineScenario story = EngineScenario.under("default");

  static void loops(TaskScript<Outputs> task) {
    for (int time = 1; time <= 3; time++) {
      task.fails(MESSAGE);
    }
  }
}
