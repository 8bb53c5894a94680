package dev.eddyline.cases;

import static dev.eddyline.cases.Toolbox.with;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** Kinds in which something fails again and again. */
final class FailingKinds extends KindFamily {

  private FailingKinds(Stage stage) {
    super(stage);
  }

  static List<CaseKind> kinds() {
    return List.of(
        kind("moving-error", 4, FailingKinds::movingError, FailingKinds::retryWithBackOff),
        kind("same-assertion", 4, FailingKinds::sameAssertion, FailingKinds::fewerFailures),
        kind("refused-patch", 4, FailingKinds::refusedPatch, FailingKinds::patchFiles),
        kind("refused-output", 4, FailingKinds::refusedOutput, FailingKinds::fixFields),
        kind("login-again", 4, FailingKinds::loginAgain, FailingKinds::refreshSessions),
        kind("unknown-tool", 4, FailingKinds::unknownTool, FailingKinds::findRightTool),
        kind("empty-arguments", 4, FailingKinds::emptyArguments, FailingKinds::takeNext),
        kind("blocked-target", 5, FailingKinds::blockedTarget, FailingKinds::waitForApproval));
  }

  private static CaseKind kind(
      String name,
      int leastWanted,
      Function<FailingKinds, IntConsumer> stuck,
      Consumer<FailingKinds> ordinary) {
    return CaseKind.of(name, leastWanted, FailingKinds::new, stuck, ordinary);
  }

  /** One call fails for one reason; only numbers of the error move. */
  private IntConsumer movingError() {
    String template = words.template("crash");
    Map<String, String> target = Map.of("target", draw.chance(0.5) ? words.path() : words.id());
    boolean byShell = draw.chance(0.6);
    String command = words.command();
    List<String> endings =
        draw.chance(0.6) ? List.of("") : List.of("", " 2>&1", " | tail -40", " --verbose");
    Map<String, Object> arguments = with("path", words.path(), "profile", words.noun());
    return repetition -> {
      String error = words.fill(template, target);
      stage.call(
          byShell
              ? tools.shell(command + draw.pick(endings), error, true)
              : tools.call("check", arguments, error, true));
    };
  }

  /** A service is unavailable for a while; or the count of errors falls with each edit. */
  private void retryWithBackOff() {
    if (draw.chance(0.5)) {
      fallingCount();
      return;
    }
    String error = words.phrase("unavailable");
    Map<String, Object> arguments = with("target", words.path());
    double pause = draw.logarithmic(2, 20);
    for (int failures = draw.between(3, 5); failures > 0; failures--) {
      stage.fails("start", arguments, error);
      stage.recorder.pass(pause);
      pause *= 2;
    }
    stage.returns("start", arguments, words.content(2, 5));
  }

  private void fallingCount() {
    String template = words.template("failing");
    boolean byShell = draw.chance(0.5);
    String command = words.command();
    Map<String, Object> arguments = with("path", words.path());
    String saved = words.phrase("saved");
    int rounds = draw.between(4, 8);
    int count = rounds + draw.between(2, 20);
    for (int round = 0; round <= rounds; round++) {
      count -= draw.between(1, Math.max(1, count / (rounds + 1 - round)));
      boolean passes = round == rounds || count < 1;
      String wrong = words.path();
      String detail = words.phrase("problem", Map.of("path", wrong));
      String output =
          passes
              ? words.phrase("passed")
              : words.fill(template, Map.of("count", "" + count, "detail", detail));
      stage.call(
          byShell
              ? tools.shell(command, output, !passes)
              : tools.call("check", arguments, output, !passes));
      if (passes) {
        return;
      }
      stage.edit(wrong, words.fact(), saved);
    }
  }

  /** Read, edit, test; one assertion fails with one value whatever is edited. */
  private IntConsumer sameAssertion() {
    String path = words.path();
    String failure = assertion(path, draw.between(3, 80));
    String rest = words.content(5, 18);
    String saved = words.phrase("saved");
    List<String> versions = words.facts(draw.between(2, 6));
    boolean reads = draw.chance(0.8);
    String ending = draw.pick(List.of("", "\nfinished in {f} s", " ({n4} ms)"));
    return repetition -> {
      String current = versions.get(repetition % versions.size());
      String next = versions.get((repetition + 1) % versions.size());
      if (reads && draw.chance(0.85)) {
        stage.returns("read", with("path", path), current + "\n" + rest);
      }
      stage.returns("edit", with("path", path, "old", current, "new", next), saved);
      stage.fails("check", with("path", path), failure + words.fill(ending));
    };
  }

  private String assertion(String path, int passed) {
    Map<String, String> values =
        Map.of(
            "path", path,
            "name", words.term("case"),
            "value", words.fill("{n4}"),
            "passed", String.valueOf(passed));
    return words.phrase("assertion", values);
  }

  /** The test is run after each edit, with another failure each time. */
  private void fewerFailures() {
    String tested = words.path();
    String saved = words.phrase("saved");
    int passed = draw.between(2, 20);
    for (int rounds = draw.between(4, 7); rounds > 0; rounds--) {
      passed += draw.between(1, 9);
      String place = words.fill("{noun} {n}: {id}\n");
      stage.fails("check", with("path", tested), place + assertion(tested, passed));
      stage.readAndEdit(words.path(), saved);
    }
    stage.returns("check", with("path", tested), words.phrase("passed"));
  }

  /** Patches of one file are refused; parts of the file are read in between. */
  private IntConsumer refusedPatch() {
    String path = words.path();
    String template = words.template("refused");
    List<String> lines = words.facts(draw.between(16, 36));
    String line = words.fact();
    String wanted = words.fact();
    double reads = draw.pick(List.of(0.0, 0.6, 1.0));
    return repetition -> {
      if (draw.chance(reads)) {
        int from = draw.between(0, lines.size() - 10);
        String part = String.join("\n", lines.subList(from, from + draw.between(5, 10)));
        stage.returns("read", with("path", path, "page", from + 1), part);
      }
      Map<String, Object> patch = with("path", path, "old", vary(line), "new", wanted);
      stage.fails("edit", patch, words.fill(template, Map.of("path", path)));
    };
  }

  private String vary(String line) {
    return switch (draw.between(0, 5)) {
      case 0 -> "  " + line;
      case 1 -> line.replace(' ', '\t');
      case 2 -> line + "\n" + words.fact();
      case 3 -> line.replaceFirst(" ", "  ");
      case 4 -> line + " " + words.noun();
      default -> line;
    };
  }

  /** Several files are patched; some patches need a second look. */
  private void patchFiles() {
    String template = words.template("refused");
    String saved = words.phrase("saved");
    for (int files = draw.between(5, 9); files > 0; files--) {
      String path = words.path();
      if (draw.chance(0.35)) {
        stage.fails(
            "edit",
            with("path", path, "old", words.fact(), "new", words.fact()),
            words.fill(template, Map.of("path", path)));
      }
      stage.readAndEdit(path, saved);
    }
  }

  /** A structured output is refused for one field; the free text differs. */
  private IntConsumer refusedOutput() {
    String field = words.term("field");
    String error = words.phrase("invalidField", Map.of("field", field));
    List<String> wrong = words.facts(3);
    boolean differs = draw.chance(0.7);
    String fixed = words.content(1, 3);
    return repetition ->
        stage.fails(
            "output",
            form(field, differs ? words.content(1, 3) : fixed, wrong.get(repetition % 3)),
            error);
  }

  private Map<String, Object> form(String field, String text, String value) {
    Map<String, Object> details = with("owner", stage.agent(0), field, value);
    return with("summary", text, "details", details);
  }

  /** Each form is refused for one field after the other, and then accepted. */
  private void fixFields() {
    String template = words.template("invalidField");
    for (int forms = draw.between(2, 4); forms > 0; forms--) {
      String text = words.content(1, 3);
      List<String> fields = draw.shuffle(CaseTexts.terms("field"));
      for (String field : fields.subList(0, draw.between(1, 3))) {
        Map<String, String> named = Map.of("field", field);
        stage.fails("output", form(field, text, words.noun()), words.fill(template, named));
      }
      Map<String, Object> valid = form(fields.get(0), text, words.id());
      stage.returns("output", valid, words.fill("accepted as {id}"));
      stage.find(words.content(2, 5));
    }
  }

  /** The login succeeds, and the next call is unauthorized. */
  private IntConsumer loginAgain() {
    String user = "svc-" + words.noun();
    String granted = words.template("loggedIn");
    String refused = words.template("unauthorized");
    Map<String, Object> wanted = with("path", words.path());
    return repetition -> {
      stage.returns("login", with("user", user), words.fill(granted));
      stage.fails("read", wanted, words.fill(refused));
    };
  }

  /** A session ends now and then; after the login the work goes on. */
  private void refreshSessions() {
    String granted = words.template("loggedIn");
    String refused = words.template("unauthorized");
    for (int sessions = draw.between(2, 4); sessions > 0; sessions--) {
      Map<String, Object> wanted = with("path", words.path());
      stage.fails("read", wanted, words.fill(refused));
      stage.returns("login", with("user", "svc-" + words.noun()), words.fill(granted));
      stage.returns("read", wanted, words.content(3, 8));
      for (int reads = draw.between(2, 4); reads > 0; reads--) {
        stage.read(words.path());
      }
    }
  }

  private String unknown(String template, String role) {
    return words.fill(template, Map.of("tool", tools.name(role)));
  }

  /** A tool that does not exist is called with other arguments each time. */
  private IntConsumer unknownTool() {
    String template = words.template("unknownTool");
    return repetition ->
        stage.fails(
            "missing",
            with("query", words.query(), "limit", draw.between(1, 50)),
            unknown(template, "missing"));
  }

  /** A wrong name, a look at the tools, and then the right one. */
  private void findRightTool() {
    String template = words.template("unknownTool");
    stage.fails("missing", with("query", words.query()), unknown(template, "missing"));
    if (draw.chance(0.4)) {
      stage.fails("scroll", with("query", words.query()), unknown(template, "scroll"));
    }
    String listed = tools.name("find") + "\n" + tools.name("read");
    stage.call(tools.bare("list_tools", listed, false));
    for (int calls = draw.between(5, 9); calls > 0; calls--) {
      stage.find(words.content(2, 6));
    }
  }

  /** One or two tools are called without arguments. */
  private IntConsumer emptyArguments() {
    List<String> roles =
        draw.shuffle(List.of("find", "read", "write", "edit")).subList(0, draw.between(1, 2));
    String template = words.template("required");
    List<String> errors = new ArrayList<>();
    for (String field : draw.shuffle(CaseTexts.terms("field")).subList(0, roles.size())) {
      errors.add(words.fill(template, Map.of("field", field)));
    }
    return repetition -> {
      int number = repetition % roles.size();
      stage.call(tools.bare(tools.name(roles.get(number)), errors.get(number), true));
    };
  }

  /** A tool without arguments gives the next of a queue. */
  private void takeNext() {
    for (int items = draw.between(8, 14); items > 0; items--) {
      String item = words.fill("{id}: ") + words.fact();
      stage.call(tools.bare(tools.name("next"), item, false));
      if (draw.chance(0.3)) {
        stage.returns("write", with("path", words.path(), "content", item), words.phrase("saved"));
      }
    }
  }

  /** One target refuses every way of writing it. */
  private IntConsumer blockedTarget() {
    Map<String, String> path = Map.of("path", words.path());
    String error = words.phrase("denied", path);
    List<String> ways = draw.shuffle(CaseTexts.terms("overwrite"));
    return repetition -> {
      String command = words.fill(ways.get(repetition % ways.size()), path);
      stage.call(tools.shell(command, error, true));
    };
  }

  /** What is denied is asked for; a person approves, and the work goes on. */
  private void waitForApproval() {
    boolean reported = draw.chance(0.5);
    for (int targets = draw.between(2, 4); targets > 0; targets--) {
      Map<String, String> path = Map.of("path", words.path());
      String command = words.term("overwrite", path);
      stage.call(tools.shell(command, words.phrase("denied", path), true));
      stage.say(words.phrase("mayI", path));
      if (reported) {
        stage.recorder.add("waiting_started").put("reason", "approval");
      }
      stage.recorder.pass(draw.logarithmic(20, 1800));
      stage.ask(words.phrase("approve"));
      if (reported) {
        stage.recorder.add("waiting_ended").put("reason", "approval");
      }
      stage.call(tools.shell(command, "", false));
      stage.returns("check", with("path", path.get("path")), words.content(1, 3));
    }
  }
}
