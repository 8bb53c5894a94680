package dev.eddyline.cases;

import static dev.eddyline.cases.Toolbox.with;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** Kinds in which an agent looks for something and gets nothing. */
final class HuntKinds extends KindFamily {

  private HuntKinds(Stage stage) {
    super(stage);
  }

  static List<CaseKind> kinds() {
    return List.of(
        kind("missing-thing", 9, HuntKinds::missingThing, HuntKinds::walkTree),
        kind("no-match", 9, HuntKinds::noMatch, HuntKinds::searchWithHits),
        kind("empty-command", 5, HuntKinds::emptyCommand, HuntKinds::silentCommands),
        kind("past-the-end", 6, HuntKinds::pastTheEnd, HuntKinds::readAllPages),
        kind("endless-scroll", 9, HuntKinds::endlessScroll, HuntKinds::scrollThrough));
  }

  private static CaseKind kind(
      String name,
      int leastWanted,
      Function<HuntKinds, IntConsumer> stuck,
      Consumer<HuntKinds> ordinary) {
    return CaseKind.of(name, leastWanted, HuntKinds::new, stuck, ordinary);
  }

  /** Programs or files with invented names, none of which exists. */
  private IntConsumer missingThing() {
    String noCommand = words.template("noCommand");
    String noFile = words.template("noFile");
    List<String> programs = draw.shuffle(CaseTexts.terms("program"));
    double files = draw.pick(List.of(0.0, 0.2, 1.0));
    return repetition -> {
      if (draw.chance(files)) {
        String path = words.term("guess");
        stage.fails("read", with("path", path), words.fill(noFile, Map.of("path", path)));
        return;
      }
      Map<String, String> name = Map.of("name", programs.get(repetition % programs.size()));
      String probe = words.term("probe", name);
      boolean silent = probe.startsWith("which") || probe.startsWith("command");
      String error = silent ? "" : words.fill(noCommand, name);
      stage.call(tools.shell(probe, error, true));
    };
  }

  /** Folders are listed level by level, and files in them read. */
  private void walkTree() {
    List<String> folders = new ArrayList<>(List.of(words.noun()));
    List<String> files = new ArrayList<>();
    for (int steps = draw.between(10, 16); steps > 0 && !folders.isEmpty(); steps--) {
      if (!files.isEmpty() && draw.chance(0.5)) {
        stage.read(files.remove(0));
        continue;
      }
      String folder = folders.remove(folders.size() - 1);
      List<String> inside = new ArrayList<>();
      for (int entries = draw.between(1, 3); entries > 0; entries--) {
        inside.add(folder + words.fill("/{noun}{n2}"));
        files.add(folder + words.fill("/{noun}-{n3}.{ext}"));
      }
      folders.addAll(inside);
      inside.addAll(files.subList(files.size() - inside.size(), files.size()));
      stage.returns("list", with("path", folder), String.join("\n", inside));
    }
  }

  /** Other words each time, and no hit. */
  private IntConsumer noMatch() {
    String nothing = words.phrase("noHits");
    boolean elsewhere = draw.chance(0.4);
    return repetition -> {
      Map<String, Object> search = with("query", words.query());
      if (elsewhere) {
        search.put("path", words.noun());
      }
      stage.returns("find", search, nothing);
    };
  }

  /** Searches of which most have hits. */
  private void searchWithHits() {
    String nothing = words.phrase("noHits");
    for (int searches = draw.between(6, 10); searches > 0; searches--) {
      if (draw.chance(0.3)) {
        stage.find(nothing);
      }
      List<Map<String, String>> hits = words.rows(draw.between(1, 5));
      stage.find(stage.style.listing().print(hits));
      if (draw.chance(0.4)) {
        stage.read(hits.get(0).get("path"));
      }
    }
  }

  /** Placeholders and commands without effect. */
  private IntConsumer emptyCommand() {
    String nothing = words.term("nothing");
    return repetition -> stage.call(tools.shell(words.term("noop"), nothing, false));
  }

  /** Commands that work and print nothing. */
  private void silentCommands() {
    String nothing = words.term("nothing");
    for (int commands = draw.between(8, 16); commands > 0; commands--) {
      stage.call(tools.shell(words.term("silent"), nothing, false));
    }
    String listed = stage.style.listing().print(words.rows(4));
    stage.call(tools.shell("ls -l " + words.noun(), listed, false));
  }

  /** Pages are read on after the last one. */
  private IntConsumer pastTheEnd() {
    Paging paging = new Paging();
    for (int pages = draw.between(2, 4); pages > 0; pages--) {
      paging.next(words.content(3, 7));
    }
    String end = words.phrase("pastEnd");
    return repetition -> paging.next(end);
  }

  /** All pages of a list are read, up to the empty one. */
  private void readAllPages() {
    Paging paging = new Paging();
    for (int pages = draw.between(8, 15); pages > 0; pages--) {
      paging.next(
          draw.chance(0.5)
              ? words.content(3, 7)
              : stage.style.listing().print(words.rows(draw.between(3, 6))));
    }
    paging.next(words.phrase("pastEnd"));
  }

  /** Reads one list or file page by page. */
  private final class Paging {
    private final String role = draw.pick(List.of("list", "read"));
    private final String path = words.path();
    private final int step = draw.pick(List.of(1, 1, 20, 50, 200));
    private int page = 1;

    void next(String output) {
      stage.returns(role, with("path", path, "page", page), output);
      page += step;
    }
  }

  /** The page is scrolled, and nobody reads it. */
  private IntConsumer endlessScroll() {
    String scrolled = words.phrase("scrolled");
    Map<String, Object> arguments =
        draw.chance(0.7) ? with("direction", "down", "amount", 600) : with();
    return repetition -> stage.returns("scroll", arguments, scrolled);
  }

  /** The page is scrolled and read. */
  private void scrollThrough() {
    Map<String, Object> arguments = with("direction", "down", "amount", 600);
    if (draw.chance(0.6)) {
      for (int screens = draw.between(8, 15); screens > 0; screens--) {
        stage.returns("scroll", arguments, words.content(2, 6));
      }
      return;
    }
    String scrolled = words.phrase("scrolled");
    for (int parts = draw.between(3, 5); parts > 0; parts--) {
      for (int screens = draw.between(2, 4); screens > 0; screens--) {
        stage.returns("scroll", arguments, scrolled);
      }
      stage.call(tools.bare("extract_" + words.noun(), words.content(3, 8), false));
    }
  }
}
