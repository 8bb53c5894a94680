package dev.eddyline.cases;

import static dev.eddyline.cases.Toolbox.with;

import java.util.List;
import java.util.Map;

/** Work that makes progress: small chores in a drawn order, each with new things. */
final class OrdinaryWork {

  private final Stage stage;
  private final Wording words;
  private final Draw draw;
  private final int chores;
  private int lastChore = -1;

  /**
   * @param withPerson whether a person asks questions in between
   */
  OrdinaryWork(Stage stage, boolean withPerson) {
    this.stage = stage;
    chores = withPerson ? 9 : 8;
    words = stage.words;
    draw = stage.draw;
  }

  /** Works until the run has at least this many events. */
  void workUntil(int events) {
    while (stage.recorder.size() < events) {
      doChore();
    }
  }

  /** A chore of another sort than the one before. */
  void doChore() {
    int chore = draw.between(0, chores - 1);
    lastChore = chore == lastChore ? (chore + 1) % chores : chore;
    switch (lastChore) {
      case 0 -> searchAndRead();
      case 1 -> stage.readTogether(draw.between(2, 4));
      case 2 -> draftAndSend();
      case 3 -> editAndCheck();
      case 4 -> runJob();
      case 5 -> recoverFromMistake();
      case 6 -> stage.read(words.path());
      case 7 -> stage.returns("note", with(), words.fact());
      default -> answerQuestion();
    }
  }

  /** One successful call that has nothing to do with the task at hand. */
  void makeNoise() {
    switch (draw.between(0, 2)) {
      case 0 -> stage.read(words.path());
      case 1 -> stage.returns("clock", with(), words.fill("{date} {time}:{n2}"));
      default ->
          stage.returns("send", with("to", words.noun(), "text", words.phrase("thought")), sent());
    }
  }

  private String sent() {
    return words.phrase("sent");
  }

  private void searchAndRead() {
    List<Map<String, String>> hits = words.rows(draw.between(2, 6));
    stage.find(stage.style.listing().print(hits));
    for (Map<String, String> hit : hits.subList(0, draw.between(1, Math.min(3, hits.size())))) {
      stage.read(hit.get("path"));
    }
  }

  private void draftAndSend() {
    stage.returns(
        "write", with("path", words.path(), "content", words.content(2, 5)), words.phrase("saved"));
    if (draw.chance(0.5)) {
      stage.returns("send", with("to", stage.agent(1), "text", words.phrase("request")), sent());
    }
  }

  private void editAndCheck() {
    String path = words.path();
    stage.readAndEdit(path, words.phrase("saved"));
    if (draw.chance(0.6)) {
      stage.returns("check", with("path", path), words.phrase("passed"));
    }
  }

  private void runJob() {
    String job = words.id();
    stage.returns("start", with("target", words.query()), words.fill("{id} -> " + job));
    String output = words.phrase("finished", Map.of("name", job));
    stage.call(
        stage
            .tools
            .call("status", with("name", job), output, false)
            .lasting(draw.logarithmic(1, 90)));
  }

  private void answerQuestion() {
    stage.ask(words.phrase("question"));
    if (draw.chance(0.7)) {
      searchAndRead();
    }
    stage.say(String.join(" ", words.facts(draw.between(1, 3))));
  }

  private void recoverFromMistake() {
    String wrong = words.path();
    stage.fails("read", with("path", wrong), words.phrase("noFile", Map.of("path", wrong)));
    searchAndRead();
  }
}
