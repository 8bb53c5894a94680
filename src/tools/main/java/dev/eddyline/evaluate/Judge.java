package dev.eddyline.evaluate;

/** Finds loops in runs: a policy or a reference guard. */
interface Judge {

  /** Its name in reports. */
  String name();

  /** The alarms in a run. Runs do not influence each other. */
  JudgedRun judge(LabelledRun run);
}
