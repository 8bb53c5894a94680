package dev.eddyline.cases;

/** Kinds of cases that are alike, with what they need of a run. */
abstract class KindFamily {

  final Stage stage;
  final Wording words;
  final Draw draw;
  final Toolbox tools;

  KindFamily(Stage stage) {
    this.stage = stage;
    words = stage.words;
    draw = stage.draw;
    tools = stage.tools;
  }
}
