package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeHistoryTest {

  private OutcomeHistory history = OutcomeHistory.NONE;
  private int calls;

  private Outcome shell(String command, String output) {
    return call("terminal", "{\"command\":\"%s\"}".formatted(command), output);
  }

  private Outcome call(String tool, String arguments, String output) {
    return finish(tool, arguments, output, false).outcome();
  }

  private Outcome error(String tool, String arguments, String output) {
    return finish(tool, arguments, output, true).outcome();
  }

  /** A call and its result, a second apart. */
  private CallOutcome finish(String tool, String arguments, String output, boolean isError) {
    String id = "call-" + ++calls;
    OpenCall call = OpenCall.of(id, "mate", tool, arguments, null, false);
    long at = 1_700_000_000_000L + calls * 2_000L;
    OutcomeHistory open = history.withOpenCall(call, at);
    OutcomeHistory.Finished finished =
        open.finish(open.openCall(id).orElseThrow(), tool, output, isError, at + 1_000);
    history = finished.history();
    return finished.outcome();
  }

  @Test
  void aResultThatIsNotKnownOrAnImageSaysNothing() {
    assertThat(call("camera.shoot", "{}", null)).isEqualTo(Outcome.UNKNOWN);
    assertThat(call("camera.shoot", "{}", "[{\"type\":\"image\",\"data\":\"aGk=\"}]"))
        .isEqualTo(Outcome.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zsh: line 7: plotr: command not found",
        "Error: the greenhouse has no valve 14",
        "usage: dispatch [--van ID] PARCEL",
        "{\"ok\":false,\"hint\":\"choose a berth\"}",
        "{\"stdout\":\"\",\"stderr\":\"ld: symbol missing\",\"exitCode\":1}",
        "{\"status\":409,\"detail\":\"the shelf is taken\"}",
        "<returncode>2</returncode><output>make stopped</output>",
        "Exit code 3",
        "Die Kartei wurde nicht gefunden.",
        "Fichier introuvable : devis.odt",
        "この棚は見つかりません",
        "HTTP 503 Service Unavailable",
        "java.io.UncheckedIOException: disk",
      })
  void aFailureIsRecognizedByItsStatement(String output) {
    assertThat(call("tool", "a", output)).isEqualTo(Outcome.FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "   12\tif (!found) throw new KeyError(\"not found\");\n   13\t}\n   14\treturn;",
        "src/berth.go:41: return fmt.Errorf(\"berth not found\")\nsrc/quay.go:9: // fails if missing",
        "2026-03-01T10:00:00Z ERROR pump failed\n2026-03-01T10:00:05Z INFO pump started",
        "perl: warning: Setting locale failed.\nthree parcels",
        "Chapter one. The crew could not find the harbour, and the night was long.\nChapter two.\n"
            + "They waited until dawn, when the fog lifted over the bay and the beacon was seen.\n"
            + "Chapter three. The captain wrote his letter, and the mate took the wheel again.\n"
            + "Chapter four. Nobody spoke until the anchor fell and the boats were lowered down. Chapter five."
      })
  void aResultThatQuotesAFailureIsNone(String output) {
    assertThat(call("read_page", "a", output)).isEqualTo(Outcome.NEW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"content\":[{\"type\":\"text\",\"text\":\"three berths are free\"}],\"isError\":false}",
        "{\"stdout\":\"three berths\",\"stderr\":\"\",\"interrupted\":false,\"isImage\":false}",
        "{\"passed\":12,\"failed\":0}",
        "[{\"job\":1,\"success\":true},{\"job\":2,\"success\":false}]",
        "{\"logs\":[{\"error\":\"timeout\"}]}",
        "[1] 2107\n[2] 2108"
      })
  void fieldsAndElementsOfAResultAreNoStatements(String output) {
    assertThat(call("read_quay", "{}", output)).isEqualTo(Outcome.NEW);
  }

  @Test
  void aPlanThatIsSaidBackSaysNothingNewAndDoesNotRun() {
    String plan =
        "{\"plan\":[\"oil the hinge [%s]\",\"paint the gate [%s]\",\"hang the lamp [open]\"]}";
    String back = "- oil the hinge [%s]\n- paint the gate [%s]\n- hang the lamp [open]";

    assertThat(call("set_plan", plan.formatted("open", "open"), back.formatted("open", "open")))
        .isEqualTo(Outcome.DONE);
    assertThat(
            call("set_plan", plan.formatted("pending", "open"), back.formatted("pending", "open")))
        .isEqualTo(Outcome.KNOWN);
    assertThat(
            call("set_plan", plan.formatted("done", "pending"), back.formatted("done", "pending")))
        .isEqualTo(Outcome.KNOWN);
  }

  @Test
  void hitsInAnotherOrderAreTheSameHits() {
    assertThat(call("search", "{\"q\":\"gate\"}", "1. hinge.txt\n2. lamp.txt\n3. paint.txt"))
        .isEqualTo(Outcome.NEW);
    assertThat(call("search", "{\"q\":\"door\"}", "1. paint.txt\n2. hinge.txt\n3. lamp.txt"))
        .isEqualTo(Outcome.KNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sh -c ''",
        "bash",
        "eval \\\"\\\"",
        "{command}",
        "<command>",
        "[your command]",
        ": # gate",
        ""
      })
  void aCommandThatDoesNothingIsNothing(String command) {
    assertThat(shell(command, "")).isEqualTo(Outcome.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sh -c 'paint gate'", "bash paint.sh", "eval \\\"$paint\\\"", "{ paint; }"})
  void aCommandThatPaintsDoesSomething(String command) {
    assertThat(shell(command, "")).isEqualTo(Outcome.DONE);
  }

  @Test
  void stepsOfAProgramAreStepsToo() {
    String step = "/opt/kiosk/kiosk swipe-left --lane upper --by 250";
    for (int times = 0; times < 11; times++) {
      assertThat(shell(step, "ok")).isEqualTo(Outcome.DONE);
    }
    assertThat(shell(step, "ok")).isEqualTo(Outcome.KNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "kiosk list-lanes --all, NOTHING",
    "cd /srv && NOISE=1 kiosk show-lane 4, NOTHING",
    "kiosk buscar-carril 4, NOTHING",
    "kiosk open-lane 4, DONE",
    "./list, DONE",
    "kiosk --list, DONE",
    "kiosk list > lanes.txt, DONE"
  })
  void theSubcommandOfAProgramSaysWhetherItReads(String command, Outcome outcome) {
    assertThat(shell(command, "")).isEqualTo(outcome);
  }

  @Test
  void aQuestionByACommandIsAskedAgain() {
    String question = "quayctl ask-pilot --text 'may the barge enter berth four now'";
    assertThat(shell(question, "Not before noon.")).isEqualTo(Outcome.NEW);
    assertThat(shell(question, "Noon at the earliest, I said.")).isEqualTo(Outcome.KNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"yard\":\"north\",\"op\":\"find\",\"input\":{\"crate\":\"%s\"}}",
        "{\"requests\":[{\"op\":\"find\",\"crate\":\"%s\"}]}"
      })
  void argumentsAreReadInsideTheirEnvelope(String form) {
    // Given
    call("crate.tool", form.formatted("list"), "anchor  full\nbuoy  empty");

    // When
    CallOutcome offered = finish("crate.tool", form.formatted("buoy"), "no rope", false);
    CallOutcome invented = finish("crate.tool", form.formatted("cable"), "no rope", false);

    // Then
    assertThat(offered.search()).isEqualTo(CallOutcome.Search.SYSTEMATIC);
    assertThat(invented.search()).isEqualTo(CallOutcome.Search.UNCERTAIN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 Treffer",
        "0 résultats",
        "0 itens.",
        "Fin del archivo",
        "Fim do arquivo.",
        "文件末尾"
      })
  void nothingIsFoundInOtherLanguagesToo(String output) {
    assertThat(call("tool", "a", output)).isEqualTo(Outcome.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 errors", "0 Fehler", "0 warnings", "Found no defects", "0 cracks"})
  void withoutErrorsIsNotWithoutResults(String output) {
    assertThat(call("tool", "a", output)).isEqualTo(Outcome.DONE);
  }

  @Test
  void theNumberOfFailedChecksIsACount() {
    assertThat(call("check_hull", "{}", "11 seams failed")).isEqualTo(Outcome.FAILED);
    call("caulk", "{\"seam\":3}", "caulked");
    assertThat(call("check_hull", "{}", "9 seams failed")).isEqualTo(Outcome.FAILED);
    call("caulk", "{\"seam\":5}", "caulked");
    assertThat(call("check_hull", "{}", "9 seams failed")).isEqualTo(Outcome.FAILED_AGAIN);
  }

  @Test
  void hitsThatWereSeenAreNoSearchWhateverIsLookedFor() {
    // Given
    String hits = "mast.txt: spruce\nboom.txt: larch\nkeel.txt: oak";
    call("search_wood", "{\"q\":\"ash\"}", hits);

    // When
    CallOutcome again = finish("search_wood", "{\"q\":\"elm\"}", hits, false);

    // Then
    assertThat(again.outcome()).isEqualTo(Outcome.KNOWN);
    assertThat(again.search()).isEqualTo(CallOutcome.Search.NONE);
  }

  @Test
  void anotherPageOfOneThingIsNoOtherThing() {
    // Given
    String page = "{\"scroll\":\"gate.log\",\"page\":%d}";
    call("read_scroll", page.formatted(1), "the gate was oiled\nthe gate was painted");

    // Then
    assertThat(call("read_scroll", page.formatted(2), "-- fin --")).isEqualTo(Outcome.NEW);
    for (int number = 3; number < 6; number++) {
      CallOutcome next = finish("read_scroll", page.formatted(number), "-- fin --", false);
      assertThat(next.outcome()).isEqualTo(Outcome.KNOWN);
      assertThat(next.search()).isEqualTo(CallOutcome.Search.NONE);
    }
  }

  @Test
  void aFailureThatExplainsSomethingElseIsNoSearch() {
    // Given
    call("open_drawer", "{\"label\":\"bolts\"}", "twelve bolts");

    // Then
    for (String label : new String[] {"screws", "nails", "rivets"}) {
      String arguments = "{\"label\":\"%s\"}".formatted(label);
      assertThat(
              finish("open_drawer", arguments, "Error: the cabinet has lost its key", true)
                  .search())
          .isEqualTo(CallOutcome.Search.NONE);
      assertThat(finish("find_shelf", arguments, "Error: no such shelf", true).outcome())
          .isIn(Outcome.FAILED, Outcome.FAILED_AGAIN);
    }
    assertThat(finish("find_shelf", "{\"label\":\"pins\"}", "Error: no such shelf", true).search())
        .isEqualTo(CallOutcome.Search.UNCERTAIN);
  }

  @Test
  void aToolThatIsHandedAContentDoesSomething() {
    String form =
        "{\"shelf\":%d,\"body\":\"%s one two three four five six seven eight nine ten eleven\"}";
    String thanks =
        "The register has taken your entry. It is visible to all clerks of the house, and earlier"
            + " entries stay in the archive for ten years.";
    call("ledger.file", form.formatted(1, "oak"), thanks);
    assertThat(call("ledger.file", form.formatted(2, "ash"), thanks)).isEqualTo(Outcome.DONE);
    call("ledger.page", "{\"shelf\":1}", thanks);
    assertThat(call("ledger.sum", "{\"shelf\":2}", thanks)).isEqualTo(Outcome.KNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A tarefa 31 ainda está em execução",
        "Auftrag 31 wird noch geprüft",
        "Le lot 31 est toujours en attente",
        "El lote 31 sigue en cola",
        "Zadanie 31 nadal trwa",
        "任务 31 正在运行"
      })
  void whatStillRunsRunsInOtherLanguagesToo(String output) {
    assertThat(call("tool", "a", output)).isEqualTo(Outcome.RUNNING);
  }

  @Test
  void aCommandOfManyBlankLinesIsReadInLinearTime() {
    String blank = "\\n".repeat(200_000);
    assertThat(shell("cat log" + blank, "one\ntwo\nthree")).isEqualTo(Outcome.NEW);
  }

  @Test
  void theValuesOfACommandAreThoseOfItsLastOne() {
    CallArguments arguments =
        CallArguments.read(
            "{\"command\":\"cd /srv && kiosk ask-pilot --text 'may we sail' -v 3\"}");
    assertThat(CommandLine.of(true, arguments).orElseThrow().values()).isEqualTo("may we sail\n3");
  }

  @Test
  void commandsThatDoNothingAreTheSameCall() {
    assertThat(
            OpenCall.of("a", "mate", "bash", "{\"command\":\": # gate\"}", null, false).identity())
        .isEqualTo(
            OpenCall.of("b", "mate", "bash", "{\"command\":\"true\"}", null, false).identity());
  }

  @Test
  void theNumberOfALockMovesInAnError() {
    assertThat(error("dock", "{\"bay\":1}", "berth locked (ticket 67db)"))
        .isEqualTo(Outcome.FAILED);
    assertThat(error("dock", "{\"bay\":2}", "berth locked (ticket 1511)"))
        .isEqualTo(Outcome.FAILED_AGAIN);
    assertThat(error("dock", "{\"bay\":3}", "berth faced (ticket e609)")).isEqualTo(Outcome.FAILED);
  }

  @Test
  void theSameNoteWithAnotherBeginningIsKnown() {
    String form =
        "{\"note\":\"%s the barge lies low in the water of the inner dock and wants a pump before the evening tide\"}";
    assertThat(call("save_note", form.formatted("Sure:"), "saved")).isEqualTo(Outcome.DONE);
    CallOutcome again = finish("save_note", form.formatted("As I see it,"), "saved", false);
    assertThat(again.outcome()).isEqualTo(Outcome.KNOWN);
    assertThat(again.isRewriting()).isTrue();
    assertThat(call("save_note", "{\"note\":\"the pump runs\"}", "saved")).isEqualTo(Outcome.DONE);
  }

  @Test
  void anErrorThatNamesTheToolIsNoSearch() {
    // Given
    call("mcp__quay__find_crane", "{\"q\":\"lifts\"}", "Unknown tool: mcp__quay__find_crane");

    // When
    CallOutcome again =
        finish(
            "mcp__quay__find_crane",
            "{\"q\":\"hoists\"}",
            "Unknown tool: mcp__quay__find_crane",
            true);

    // Then
    assertThat(again.outcome()).isEqualTo(Outcome.FAILED_AGAIN);
    assertThat(again.search()).isEqualTo(CallOutcome.Search.NONE);
  }

  @Test
  void anErrorIsReadFromItsEnvelope() {
    String form = "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}],\"isError\":true}";
    assertThat(call("book", "{\"n\":1}", form.formatted("the berth is taken")))
        .isEqualTo(Outcome.FAILED);
    assertThat(call("book", "{\"n\":2}", form.formatted("the quay is closed")))
        .isEqualTo(Outcome.FAILED);
    assertThat(call("book", "{\"n\":3}", form.formatted("the berth is taken")))
        .isEqualTo(Outcome.FAILED_AGAIN);
  }

  @Test
  void aResultInsideATextOfJsonIsOpened() {
    assertThat(
            call(
                "hits",
                "{}",
                "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"total\\\":0,\\\"hits\\\":[]}\"}]}"))
        .isEqualTo(Outcome.NOTHING);
  }

  @Test
  void afterWorkWasDone_anotherErrorOfTheSameCallIsNew() {
    assertThat(shell("make charts", "error: two reefs overlap")).isEqualTo(Outcome.FAILED);
    assertThat(call("edit_chart", "{\"reef\":2}", "saved")).isEqualTo(Outcome.DONE);
    assertThat(shell("make charts", "error: a buoy has no colour")).isEqualTo(Outcome.FAILED);
  }

  @ParameterizedTest
  @ValueSource(ints = {10_000, 200_000})
  void largeAndHostileResultsAreRead(int length) {
    for (String output :
        List.of(
            "Traceback (most recent call last):\n" + "a.".repeat(length / 2),
            "x ".repeat(length / 2),
            "[".repeat(length),
            "\"".repeat(length),
            "a".repeat(length),
            "error ".repeat(length / 6))) {
      assertThat(error("tool", "A=1 ".repeat(length / 4), output)).isNotNull();
      assertThat(call("sh", "A=1 ".repeat(length / 4), output)).isNotNull();
    }
  }

  @Test
  void theSameCallFailsAgain_whateverItSays() {
    assertThat(shell("make charts", "make: *** [chart] Error 2")).isEqualTo(Outcome.FAILED);
    assertThat(shell("make charts", "fatal: no rule for tides")).isEqualTo(Outcome.FAILED_AGAIN);
  }

  @Test
  void theSameErrorFailsAgain_apartFromMovingPartsAndOperands() {
    assertThat(error("berth.book", "{\"berth\":\"K14\"}", "berth K14 is taken (request 5512)"))
        .isEqualTo(Outcome.FAILED);
    assertThat(error("berth.book", "{\"berth\":\"L2\"}", "berth L2 is taken (request 5513)"))
        .isEqualTo(Outcome.FAILED_AGAIN);
    assertThat(error("berth.book", "{\"berth\":\"L2\",\"day\":\"Fri\"}", "the quay is closed"))
        .isEqualTo(Outcome.FAILED);
  }

  @Test
  void aGrowingLineNumberOfTheShellIsTheSameError() {
    assertThat(shell("echo 'a", "bash: line 12: unexpected EOF while looking for a quote"))
        .isEqualTo(Outcome.FAILED);
    assertThat(shell("echo 'b", "bash: line 57: unexpected EOF while looking for a quote"))
        .isEqualTo(Outcome.FAILED_AGAIN);
  }

  @Test
  void anotherCountOfFailedTestsIsAnotherFailure() {
    assertThat(error("suite.run", "{}", "31 tests, 9 failed")).isEqualTo(Outcome.FAILED);
    assertThat(error("suite.run", "{\"only\":\"quay\"}", "31 tests, 4 failed"))
        .isEqualTo(Outcome.FAILED);
  }

  @Test
  void aSuccessEndsTheFailuresOfACall() {
    assertThat(shell("./load", "error: port busy")).isEqualTo(Outcome.FAILED);
    assertThat(shell("./load", "loaded 40 rows")).isEqualTo(Outcome.DONE);
    assertThat(shell("./load", "error: the disk is full")).isEqualTo(Outcome.FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Task is still running. Please check again later.",
        "{\"status\":\"in_progress\",\"jobs\":[{\"name\":\"a\",\"status\":\"completed\"},"
            + "{\"name\":\"b\",\"status\":\"completed\"},{\"name\":\"c\",\"status\":\"queued\"}]}",
        "構築は実行中です"
      })
  void aResultThatSaysThatItRunsIsNoFailure(String output) {
    assertThat(call("job.state", "{\"job\":7}", output)).isEqualTo(Outcome.RUNNING);
  }

  @Test
  void aStateInsideATableIsContent() {
    assertThat(
            call(
                "fleet.show",
                "{}",
                "van  place  state\n1  depot  parked\n2  ring road  running\n3  quay  parked\n"
                    + "4  depot  queued"))
        .isEqualTo(Outcome.NEW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{\"rows\": []}",
        "No matches",
        "0 results",
        "{\"total\":0,\"hits\":[]}",
        "none",
        "End of file",
        "keine Treffer",
        "aucun résultat",
        "没有找到"
      })
  void anEmptyResultFoundNothing(String output) {
    assertThat(call("archive.search", "{\"q\":\"quay\"}", output)).isEqualTo(Outcome.NOTHING);
  }

  @ParameterizedTest
  @CsvSource({
    "mkdir -p charts, DONE",
    "cp a.txt b.txt && git add b.txt, DONE",
    "sort tides.txt > sorted.txt, DONE",
    "grep -r quay src, NOTHING",
    "cd src && ls, NOTHING",
    ": make all, NOTHING",
    "true, NOTHING",
    "./build.sh, DONE"
  })
  void withoutOutputOnlyACommandThatPrintsFoundNothing(String command, Outcome outcome) {
    assertThat(shell(command, "")).isEqualTo(outcome);
  }

  @Test
  void theSentenceThatThereIsNoOutputIsNoOutput() {
    assertThat(shell("touch plan", "Command completed successfully with no output."))
        .isEqualTo(Outcome.DONE);
  }

  @Test
  void onlyKnownLinesAreKnown_andOneNewLineMakesItNew() {
    assertThat(call("read_chart", "{\"page\":1}", "reef\nsandbank\nbuoy")).isEqualTo(Outcome.NEW);
    assertThat(call("read_chart", "{\"page\":2}", "buoy\nreef\nsandbank")).isEqualTo(Outcome.KNOWN);
    assertThat(call("read_chart", "{\"page\":1}", "reef\nsandbank\nbuoy")).isEqualTo(Outcome.KNOWN);
    assertThat(call("read_chart", "{\"page\":1}", "reef\nsandbank\nbuoy\nwreck"))
        .isEqualTo(Outcome.NEW);
  }

  @Test
  void anAcknowledgementIsDone_howeverLong() {
    String stored =
        "The note was stored, and everybody who follows the voyage is notified about it. ";
    assertThat(call("add_note", "{\"text\":\"tide\"}", stored.repeat(5))).isEqualTo(Outcome.DONE);
    assertThat(call("add_note", "{\"text\":\"wind\"}", stored.repeat(5))).isEqualTo(Outcome.DONE);
    assertThat(call("add_note", "{\"text\":\"wind\"}", stored.repeat(5))).isEqualTo(Outcome.KNOWN);
  }

  @Test
  void explanationsAreNoPartOfACall() {
    assertThat(error("pump", "{\"valve\":3,\"reason\":\"first try\"}", "jammed"))
        .isEqualTo(Outcome.FAILED);
    assertThat(error("pump", "{\"valve\":3,\"reason\":\"once more\"}", "overheated"))
        .isEqualTo(Outcome.FAILED_AGAIN);
  }

  @Test
  void theVerbMayBeAnArgument() {
    assertThat(call("editor", "{\"command\":\"view\",\"path\":\"a\"}", "one"))
        .isEqualTo(Outcome.NEW);
    assertThat(call("editor", "{\"command\":\"create\",\"path\":\"b\"}", "File b was written"))
        .isEqualTo(Outcome.DONE);
  }

  @Test
  void aFailureThatCameFurtherRuns() {
    assertThat(error("hull.paint", "{}", "stopped at 10 %: rain")).isEqualTo(Outcome.FAILED);
    assertThat(error("hull.paint", "{}", "stopped at 25.5 %: rain")).isEqualTo(Outcome.RUNNING);
    assertThat(error("hull.paint", "{}", "stopped at 25.5 %: rain"))
        .isEqualTo(Outcome.FAILED_AGAIN);
    assertThat(error("hull.paint", "{}", "stopped at 12 %: rain")).isEqualTo(Outcome.FAILED_AGAIN);
  }

  @Test
  void noiseOfAShellIsNotAResult() {
    // Given
    for (String dock : List.of("east", "west", "south")) {
      shell(
          "show " + dock, "harbour shell line 1\ncrane %1$s\ngate %1$s\nboat %1$s".formatted(dock));
    }

    // When
    Outcome outcome = shell("cat log", "harbour shell line 77\ncrane west\ngate west\nboat west");

    // Then
    assertThat(outcome).isEqualTo(Outcome.KNOWN);
    assertThat(shell("cat log2", "harbour yard line 78\ncrane west\ngate west\nboat west"))
        .isEqualTo(Outcome.NEW);
  }

  @Test
  void stepsThatShowNothingNewAreKnownAfterAWhile() {
    // Given
    for (int step = 0; step < 11; step++) {
      assertThat(call("scroll_chart", "{\"by\":" + step + "}", "scrolled")).isEqualTo(Outcome.DONE);
    }

    // When
    Outcome next = call("scroll_chart", "{\"by\":70}", "scrolled");

    // Then
    assertThat(next).isEqualTo(Outcome.KNOWN);
    assertThat(call("scroll_chart", "{\"by\":80}", "buoy\nwreck\nreef\nsand"))
        .isEqualTo(Outcome.NEW);
    assertThat(call("scroll_chart", "{\"by\":90}", "scrolled")).isEqualTo(Outcome.DONE);
  }

  @Test
  void aPersonWhoDoesNotAnswerSaysNothing() {
    for (String question :
        new String[] {"May we sail?", "Shall we sail now?", "Sail, yes or no?"}) {
      CallOutcome asked =
          finish("mcp__human__input", "{\"prompt\":\"%s\"}".formatted(question), "", false);
      assertThat(asked.outcome()).isEqualTo(Outcome.NOTHING);
      assertThat(asked.search()).isEqualTo(CallOutcome.Search.NONE);
    }
    assertThat(call("mcp__human__input", "{\"prompt\":\"Well?\"}", "Wait for the tide, please."))
        .isEqualTo(Outcome.DONE);
    assertThat(call("human_notes.save", "{\"text\":\"wait\"}", "")).isEqualTo(Outcome.DONE);
  }

  @Test
  void aCommandThatReadsAndFailsWithoutAWordFoundNothing() {
    assertThat(error("bash", "{\"command\":\"cat log | grep -i leak\"}", "Exit code 1"))
        .isEqualTo(Outcome.NOTHING);
    assertThat(error("bash", "{\"command\":\"apt search bilge\"}", "Exit code 1"))
        .isEqualTo(Outcome.NOTHING);
    assertThat(error("bash", "{\"command\":\"apt install bilge\"}", "Exit code 1"))
        .isEqualTo(Outcome.FAILED);
    assertThat(error("bash", "{\"command\":\"./pump\"}", "Exit code 1")).isEqualTo(Outcome.FAILED);
  }

  @Test
  void aContentThatIsRewrittenAtOnceIsKnown() {
    // Given
    String form = "{\"sheet\":\"route\",\"text\":\"%s\"}";
    String first =
        "Sail at dawn. Pass the reef, then the cape. Anchor in the bay. Land the crew at last.";
    String other =
        "Leave at dawn. Pass the reef and the cape. Anchor in the bay. Rest. Land them at last.";
    String third =
        "Sail at noon. Round the reef, then the cape. Anchor off the bay. Rest the crew.";

    // Then
    assertThat(call("write_sheet", form.formatted(first), "saved")).isEqualTo(Outcome.DONE);
    assertThat(call("write_sheet", form.formatted(other), "saved")).isEqualTo(Outcome.KNOWN);
    call("sound_depth", "{}", "four fathoms over the bar at low water, and rising with the flood");
    call("hoist_sail", "{\"sail\":\"jib\"}", "hoisted");
    assertThat(call("write_sheet", form.formatted(third), "saved")).isEqualTo(Outcome.DONE);
  }

  @Test
  void nearlyTheSameContentForTheSameNameIsKnown() {
    String notice =
        "The ferry to the outer islands leaves at seven and returns before dusk unless the wind"
            + " is %s";
    String form = "{\"page\":\"ferry\",\"text\":\"" + notice + "\"}";
    assertThat(call("write_notice", form.formatted("strong"), "saved")).isEqualTo(Outcome.DONE);
    assertThat(call("write_notice", form.formatted("high"), "saved")).isEqualTo(Outcome.KNOWN);
    assertThat(call("write_notice", form.formatted("high").replace("ferry\"", "tram\""), "saved"))
        .isEqualTo(Outcome.DONE);
  }

  @Test
  void aCallAfterAWaitRuns() {
    // Given
    OpenCall call = OpenCall.of("c", "mate", "tide.read", "{}", null, true);
    call("tide.read", "{}", "low\nlow\nlow");
    history = history.withOpenCall(call, 1_700_000_100_000L);

    // When
    OutcomeHistory.Finished finished =
        history.finish(
            history.openCall("c").orElseThrow(),
            "tide.read",
            "low\nlow\nlow",
            false,
            1_700_000_101_000L);

    // Then
    assertThat(finished.outcome().outcome()).isEqualTo(Outcome.RUNNING);
  }

  @Test
  void eachAgentIsComparedWithItself() {
    // Given
    call("read_chart", "{}", "reef\nsandbank\nbuoy");
    OpenCall other = OpenCall.of("other", "captain", "read_chart", "{}", null, false);

    // When
    OutcomeHistory.Finished finished =
        history.finish(other, "chart.list", "reef\nsandbank\nbuoy", false, 1_700_000_100_000L);

    // Then
    assertThat(finished.outcome().outcome()).isEqualTo(Outcome.NEW);
  }

  @Test
  void callsWithOneErrorAreCounted() {
    for (int berth = 1; berth < 5; berth++) {
      CallOutcome outcome =
          finish("berth.book", "{\"berth\":" + berth + "}", "the quay is closed", true);
      assertThat(outcome.repeatedError()).isEqualTo(berth);
    }
    assertThat(finish("berth.show", "{}", "two\nfree\nberths", false).repeatedError()).isZero();
  }

  @Test
  void anOpenCallOfTheSameAgentMakesACallParallel() {
    // Given
    OpenCall first = OpenCall.of("first", "mate", "tide.read", "{}", null, false);
    OpenCall second = OpenCall.of("second", "mate", "wind.read", "{}", null, false);
    history = history.withOpenCall(first, 1_000).withOpenCall(second, 1_000);

    // When
    OutcomeHistory.Finished one = history.finish(first, "tide", "low", false, 2_000);
    OutcomeHistory.Finished two = one.history().finish(second, "wind", "calm", false, 2_000);

    // Then
    assertThat(one.outcome().isParallel()).isTrue();
    assertThat(two.outcome().isParallel()).isFalse();
    assertThat(two.history().open()).isEmpty();
  }

  @Test
  void aCallAfterTenMinutesIsAfterABreak() {
    // Given
    call("tide.read", "{}", "low");
    OpenCall call = OpenCall.of("c", "mate", "tide.read", "{}", null, false);

    // When
    OutcomeHistory before = history.withOpenCall(call, history.rhythm().resultAt() + 599_999);
    OutcomeHistory after = history.withOpenCall(call, history.rhythm().resultAt() + 600_000);

    // Then
    assertThat(before.openCall("c").orElseThrow().isAfterBreak()).isFalse();
    assertThat(after.openCall("c").orElseThrow().isAfterBreak()).isTrue();
  }

  @Test
  void theHistoryIsBounded() {
    // Given
    for (int open = 0; open < 40; open++) {
      history =
          history.withOpenCall(
              OpenCall.of("open-" + open, "mate", "tide.read", "{}", null, false), 1_000);
    }

    // When
    for (int call = 0; call < 200; call++) {
      error(
          "dock-" + call,
          "{\"n\":" + call + "}",
          "failed because of " + "abcdefgh".charAt(call % 8));
    }

    // Then
    assertThat(history.open()).hasSizeLessThanOrEqualTo(16);
    assertThat(history.openCall("open-0")).isEmpty();
    assertThat(history.calls()).hasSize(24);
    assertThat(history.errors().errors()).hasSizeLessThanOrEqualTo(20);
  }
}
