package dev.eddyline.task;

/** Tasks whose loops are recorded in the loop memory. */
abstract class LoopingTasks {

  static final String MESSAGE = "TypeError: cannot read property 'x' of undefined";

  final Story story = Story.under("default");

  static void loops(TaskScript<Outputs> task) {
    for (int time = 1; time <= 3; time++) {
      task.fails(MESSAGE);
    }
  }
}
