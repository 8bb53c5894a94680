package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.lint.GraphPattern;
import dev.eddyline.graph.lint.LintFile;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.yaml.Printable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LintCommandTest {

  private static final LocalDate TODAY = LocalDate.of(2027, 3, 1);

  private static final String GRAPHS = "src/core/test/resources/graphs/";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int lint(String... args) {
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] all = new String[args.length + 1];
    all[0] = "lint";
    System.arraycopy(args, 0, all, 1, args.length);
    return commandLine.execute(all);
  }

  @Test
  void aCleanGraphGivesExitCode0() {
    assertThat(lint(GRAPHS + "job-generator-after.yaml")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("job-generator clean (8 nodes, 13 edges)");
  }

  @Test
  void findingsGiveExitCode5() {
    assertThat(lint(GRAPHS + "job-generator-before.yaml")).isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString()).contains("24 whole rounds");
  }

  @Test
  void remedyGraphHasTheNameOfItsWorkflow() throws Exception {
    Path chart =
        Files.writeString(folder.resolve("loop.mmd"), "flowchart TD\n  a --> b\n  b --> a\n");

    assertThat(lint(chart.toString(), "--format", "json")).isEqualTo(ExitCode.FINDINGS);

    assertThat(new ObjectMapper().readTree(out.toString()).findValues("graph"))
        .isNotEmpty()
        .allMatch(changed -> changed.get("name").textValue().equals("loop"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "sarif"})
  void controlCharactersOfNodeNamesAreEscaped(String format) throws Exception {
    // Given
    Path graph =
        Files.writeString(
            folder.resolve("hostile.json"),
            """
            {"nodes": [{"id": "__start__"}, {"id": "a\\nclean\\u001b[2J\\u202e\\u009b"}, {"id": "b"}],
             "edges": [{"source": "a\\nclean\\u001b[2J\\u202e\\u009b", "target": "b"},
                       {"source": "b", "target": "a\\nclean\\u001b[2J\\u202e\\u009b"}]}
            """);

    // When
    int code = lint(graph.toString(), "--format", format);

    // Then
    assertThat(code).isEqualTo(ExitCode.FINDINGS);
    assertThat(Printable.isPrintable(out.toString().replace("\n", ""))).isTrue();
    assertThat(out.toString().lines()).noneMatch(line -> line.startsWith("clean"));
    assertThat(out.toString()).contains("\\u202e", "\\u009b");
  }

  @Test
  void aFileThatCannotBeReadGivesExitCode3AndTheOthersAreLinted() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.json"), "{\"nodes\": [");

    assertThat(lint(broken.toString(), GRAPHS + "job-generator-before.yaml"))
        .isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("not valid JSON", "24 whole rounds");
  }

  @Test
  void internalErrorInOneFileGivesExitCode3_andTheOtherFilesAreLinted() {
    // Given
    CommandLine lint =
        new CommandLine(
            new LintCommand(
                graph -> {
                  if (graph.graph().recursionLimit().isPresent()) {
                    throw new IllegalStateException("odd");
                  }
                  return new LintResult(List.of(), List.of());
                },
                folder,
                TODAY));
    lint.setOut(new PrintWriter(out, true));

    // When
    int code =
        lint.execute(
            GRAPHS + "job-generator-before.yaml", GRAPHS + "tutorials/03-plan-and-execute.mmd");

    // Then
    assertThat(code).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("internal error", "odd", "clean");
  }

  @Test
  void unparsedPartsOfAGraphGiveExitCode3() throws Exception {
    Path odd = Files.writeString(folder.resolve("odd.mmd"), "graph TD\na --> b\n!!!\n");

    assertThat(lint(odd.toString())).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("not understood: line 3: '!!!'");
  }

  @Test
  void partlyParsedGraphIsNotReportedAsClean() throws Exception {
    Path odd = Files.writeString(folder.resolve("odd.mmd"), "graph TD\na --> b\n!!!\n");

    lint(odd.toString());

    assertThat(out.toString())
        .contains("no findings in the completed checks")
        .doesNotContain("clean");
  }

  @Test
  void invalidJsonIsReportedWithLocationAndExpectation() throws Exception {
    Path broken = Files.writeString(folder.resolve("x.json"), "{\"nodes\": [");

    lint(broken.toString());

    assertThat(out.toString())
        .contains("x.json: cannot be read: line 1: not valid JSON", "expected close marker")
        .contains("line 1, column 11")
        .doesNotContain("REDACTED", "StreamReadFeature");
  }

  @Test
  void unknownNodesInBoundsAreReportedWithLineAndSuggestion() throws Exception {
    Path bounds = Files.writeString(folder.resolve("b.yaml"), "nodes:\n  - {id: Plann}\n");
    Path chart = Files.writeString(folder.resolve("c.mmd"), "graph TD\nPlan --> Done\n");

    assertThat(lint(chart.toString(), "--bounds", bounds.toString()))
        .isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("bounds: line 2: unknown node 'Plann'; nearest: Plan");
  }

  @Test
  void boundsFileThatIsNotTextIsReported() throws Exception {
    Path bytes = Files.write(folder.resolve("b.yaml"), new byte[] {(byte) 0xff, (byte) 0xf0});

    assertThat(lint(GRAPHS + "tutorials/03-plan-and-execute.mmd", "--bounds", bytes.toString()))
        .isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("b.yaml: cannot be read: is not UTF-8 text");
  }

  @Test
  void processesOfOneNameAreToldApartByTheirIds() throws Exception {
    Path pools =
        Files.writeString(
            folder.resolve("pools.bpmn"),
            """
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">
              <process id="order" name="Order"><task id="a"/></process>
              <process id="order-2" name="Order"><task id="b"/></process>
              <process id="pack"><task id="c"/></process>
            </definitions>
            """);

    assertThat(lint(pools.toString())).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("pools.bpmn#order: clean", "pools.bpmn#order-2: clean", " pack clean");
  }

  @Test
  void incompleteChecksAreReportedWithExitCode3() {
    // Given
    CommandLine lint =
        new CommandLine(
            new LintCommand(
                graph -> new LintResult(List.of(), List.of("endless ways")), folder, TODAY));
    lint.setOut(new PrintWriter(out, true));

    // When
    int code = lint.execute(GRAPHS + "tutorials/03-plan-and-execute.mmd");

    // Then
    assertThat(code).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("too large for it: endless ways").doesNotContain("clean");
  }

  @Test
  void fileThatIsNotTextIsRejected() throws Exception {
    Path bytes = Files.write(folder.resolve("x.mmd"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThat(lint(bytes.toString())).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("is not UTF-8 text");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThat(lint("nowhere.yaml")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("nowhere.yaml: no such file");
  }

  @Test
  void graphsOfOneWorkflowInSeveralFilesAreAllLinted() {
    assertThat(lint(GRAPHS + "job-generator-after.yaml", GRAPHS + "job-generator-effective.yaml"))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("job-generator-after.yaml: job-generator clean")
        .contains("job-generator-effective.yaml: job-generator 0 errors, 1 warning");
  }

  @Test
  void warningsAloneGiveExitCode0() {
    assertThat(lint(GRAPHS + "tutorials/01-react-agent.langgraph.json")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("0 errors, 1 warning", "LangGraph's recursion limit");
  }

  @Test
  void boundsAreMerged() {
    String chart = GRAPHS + "tutorials/02-reflection.langgraph.json";

    assertThat(lint(chart)).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("cycle that only the run's limit ends");
    assertThat(lint(chart, "--bounds", GRAPHS + "tutorials/02-reflection.bounds.yaml"))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("clean");
  }

  @Test
  void theFormatsAreJsonSarifAndMarkdown() {
    assertThat(lint(GRAPHS + "tutorials/08-crew-flow.md", "--format", "markdown"))
        .isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString()).contains("**error**", "```mermaid", "linkStyle ");
    assertThat(lint(GRAPHS + "job-generator-before.yaml", "--format", "sarif"))
        .isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString()).contains("\"version\" : \"2.1.0\"", "counter-not-counted");
    assertThat(lint(GRAPHS + "job-generator-before.yaml", "--format", "json"))
        .isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString()).contains("\"kind\" : \"counter_not_counted\"");
  }

  @Test
  void boundsWithSeveralFilesAreRejected() {
    assertThat(lint("a", "b", "--bounds", "c")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--bounds needs one file");
  }

  private int lintHere(String file, String lintFile) throws Exception {
    Files.writeString(folder.resolve(LintFile.NAME), lintFile);
    CommandLine lint =
        new CommandLine(new LintCommand(GraphLint::lint, folder, TODAY))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    lint.setExecutionExceptionHandler(
        (wrong, command, parsed) -> {
          err.append(wrong.getMessage());
          return ExitCode.USAGE;
        });
    return lint.execute(file);
  }

  private static final String CREW = GRAPHS + "tutorials/08-crew-flow.md";

  @Test
  void waivedFindingIsNoError_untilItsDay() throws Exception {
    String waiver =
        "waivers:\n- {finding: unbounded_cycle, graph: '*08-crew-flow.md', cycle: [review, draft],"
            + " reason: an editor ends it, until: %s}\n";

    assertThat(lintHere(CREW, waiver.formatted(TODAY))).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("1 waived finding", "waived until " + TODAY, "an editor ends it")
        .doesNotContain("error");
    assertThat(lintHere(CREW, waiver.formatted(TODAY.minusDays(1)))).isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString())
        .contains(
            ".eddyline-lint.yaml:2: the waiver of unbounded_cycle expired on 2027-02-28: judge it"
                + " again, or remove it");
  }

  @Test
  void waiverForAnotherCycleIsReportedAsUnused() throws Exception {
    int code =
        lintHere(
            CREW,
            "waivers:\n- {finding: unbounded_cycle, graph: 08-crew-flow, cycle: [a, b], reason: x,"
                + " until: 2099-01-01}\n");

    assertThat(code).isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString())
        .contains("the waiver of unbounded_cycle has no finding: remove it")
        .doesNotContain("expired");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'nodes': [{'id': '__start__'}, {'id': 'a'}, {'id': 'b'}], 'edges': [{'source':"
            + " '__start__', 'target': 'a'}, {'source': 'a', 'target': 'b'},"
            + " >{'source': 'b', 'target': 'a'}]}",
        "{'StartAt': 'a', 'States': {'a': {'Type': 'Pass', 'Next': 'b'}, 'b': {'Type': 'Pass',"
            + " >'Next': 'a'}}}",
        "{'nodes': [{'name': 'a', 'type': 'x'}, {'name': 'b', 'type': 'x'}], 'connections':"
            + " {'a': {'main': [[{'node': 'b'}]]}, 'b': {'main': [[>{'node': 'a'}]]}}}",
      })
  void findingInJsonOfOneLineHasItsColumn(String marked) throws Exception {
    int column = marked.indexOf('>') + 1;
    String json = marked.replace(">", "").replace('\'', '"');
    String oneLine = Files.writeString(folder.resolve("one.json"), json + "\n").toString();
    String lines = Files.writeString(folder.resolve("more.json"), "\n" + json).toString();

    lint(oneLine);
    lint(lines);
    lint(oneLine, "--format", "sarif");

    assertThat(out.toString())
        .contains("one.json:1:" + column + ": ", "\"startColumn\" : " + column + ",")
        .contains("more.json:2: ");
  }

  private static final String TEMPLATE =
      """
      Resources:
        Orders:
          Type: AWS::Serverless::StateMachine
          Properties: {DefinitionUri: %s}
      """;

  @Test
  void definitionThatATemplateNamesIsLintedOnce() throws Exception {
    Files.createDirectory(folder.resolve("machines"));
    Files.writeString(
        folder.resolve("machines/poll.asl.json"),
        """
        {"StartAt": "a", "States": {"a": {"Type": "Pass", "Next": "b"},
          "b": {"Type": "Pass", "Next": "a"}}}
        """);
    Path template =
        Files.writeString(
            folder.resolve("template.yaml"), TEMPLATE.formatted("machines/poll.asl.json"));

    assertThat(lint(template.toString())).isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString()).contains("machines/poll.asl.json: 2 errors");
    int end = out.toString().length();
    assertThat(lint(folder.toString())).isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString().substring(end)).containsOnlyOnce("poll.asl.json: 2 errors");
  }

  @Test
  void definitionThatTheServerlessFrameworkIncludesIsLinted() throws Exception {
    Files.writeString(
        folder.resolve("tidy.yml"),
        "StartAt: a\nStates: {a: {Type: Pass, Next: b}, b: {Type: Pass, Next: a}}\n");
    Path service =
        Files.writeString(
            folder.resolve("serverless.yml"),
            "stepFunctions:\n  stateMachines:\n    tidy:\n      definition: ${file(tidy.yml)}\n");

    assertThat(lint(service.toString())).isEqualTo(ExitCode.FINDINGS);
    assertThat(out.toString()).contains("tidy.yml: 2 errors");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gone.asl.json",
        "s3://bucket/key",
        "UP/UP/UP/UP/UP/UP/UP/UP/UP/UP/etc/hostname",
        "/etc/hostname",
        "{Bucket: b, Key: k}"
      })
  void definitionThatIsNotALocalFileIsNamed_andGivesExitCode3_alsoWithOtherFiles(String uri)
      throws Exception {
    String path = uri.replace("UP", ".".repeat(2)); // the parent folder
    Path template = Files.writeString(folder.resolve("template.yaml"), TEMPLATE.formatted(path));

    assertThat(lint(template.toString())).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(lint(template.toString(), GRAPHS + "job-generator-after.yaml"))
        .isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString())
        .contains("template.yaml: cannot be read: the definition of Orders is in ")
        .contains("job-generator clean");
  }

  @Test
  void fileThatNamesAStateMachineAndIsNoTemplateIsLinted() throws Exception {
    String chart = "flowchart TD\n A[AWS::StepFunctions::StateMachine] --> B\n B --> A\n";
    String page = "# Flow\n\n```mermaid\n" + chart + "```\n";
    String machine =
        """
        {"Comment": "an AWS::StepFunctions::StateMachine", "StartAt": "a",
         "States": {"a": {"Type": "Pass", "Next": "a"}}}
        """;
    for (String text : List.of(chart, page, machine)) {
      Path file = Files.writeString(folder.resolve("flow"), text);

      assertThat(lint(file.toString())).isEqualTo(ExitCode.FINDINGS);
    }
  }

  @Test
  void templateThatIsNotValidYamlIsReportedWithItsLine() throws Exception {
    Path template =
        Files.writeString(folder.resolve("t.yaml"), TEMPLATE.formatted("a.json") + "x: *y\n");
    Files.writeString(folder.resolve("a.mmd"), "flowchart TD\n a --> b\n");

    for (Path named : List.of(template, folder)) {
      assertThat(lint(named.toString())).isEqualTo(ExitCode.PARTLY_READ);
    }
    assertThat(out.toString().lines().filter(line -> line.contains("t.yaml")))
        .hasSize(2)
        .allMatch(line -> line.endsWith("line 5: YAML aliases are not allowed"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"self.yaml", "other.yaml"})
  void templatesThatNameEachOtherAreNotClean(String uri) throws Exception {
    Path self = Files.writeString(folder.resolve("self.yaml"), TEMPLATE.formatted(uri));
    Files.writeString(folder.resolve("other.yaml"), TEMPLATE.formatted("self.yaml"));
    Files.writeString(folder.resolve("a.mmd"), "flowchart TD\n a --> b\n");

    for (Path named : List.of(self, folder)) {
      assertThat(lint(named.toString())).isEqualTo(ExitCode.PARTLY_READ);
    }
    assertThat(out.toString())
        .contains("self.yaml: cannot be read: no definition of its state machines");
  }

  @Test
  void definitionElsewhereIsANoteOfAFolderWithGraphs_alsoBehindAnotherTemplate() throws Exception {
    Files.writeString(folder.resolve("a.yaml"), TEMPLATE.formatted("gone.asl.json"));
    Files.writeString(folder.resolve("b.mmd"), "flowchart TD\n a --> b\n");
    Path chain = Files.writeString(folder.resolve("chain.yml"), TEMPLATE.formatted("m.asl.json"));
    Files.writeString(
        folder.resolve("m.asl.json"),
        "{\"StartAt\": \"a\", \"States\": {\"a\": {\"Type\": \"Succeed\"}}}");

    assertThat(lint(folder.toString())).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("a.yaml:2: the definition of Orders is in");
    assertThat(lint(chain.toString(), folder.resolve("m.asl.json").toString()))
        .isEqualTo(ExitCode.OK);
  }

  @ParameterizedTest
  @CsvSource({
    "tries < 3, true",
    "max 3 retries, true",
    "tries < 9, false",
    "tries <= 9, false",
    "rounds < 3, false",
    "bad, false"
  })
  void textThatContradictsItsCounterIsReported(String text, boolean isReported) throws Exception {
    Path graph =
        Files.writeString(
            folder.resolve("a.yaml"),
            """
            nodes: [a, b]
            counters: {tries: {max: 9}}
            edges:
              - {from: a, to: b}
              - {from: b, to: a, when: %s, counter: tries}
              - {from: b, to: END, default: true}
            """
                .formatted(text));

    assertThat(lint(graph.toString())).isEqualTo(ExitCode.OK);
    assertThat(out.toString().contains("a.yaml:5: the text '" + text + "' states another bound"))
        .isEqualTo(isReported);
  }

  @Test
  void waiverOfTheReportMakesTheBuildGreen_onceItHasAReasonAndADay() throws Exception {
    String chart = "flowchart TD\n a[it's] --> b\n b --> a\n";
    String file = Files.writeString(folder.resolve("loop.mmd"), chart).toString();
    assertThat(lintHere(file, "")).isEqualTo(ExitCode.FINDINGS);
    String report = out.toString();

    String waiver =
        report
            .substring(report.indexOf("  waivers:"))
            .replace("WHY", "an editor ends it")
            .replace("YYYY-MM-DD", "2027-03-01");

    assertThat(lintHere(file, waiver)).isEqualTo(ExitCode.OK);
    assertThat(out.toString().substring(report.length())).doesNotContain("  waivers:");
  }

  @Test
  void entryThatMatchesNoGraphOfTheFolderIsReported() throws Exception {
    Files.writeString(folder.resolve("a.mmd"), "flowchart TD\n a --> b\n");
    String entries =
        """
        bounds:
        - {graph: '%1$s/gone.mmd', recursionLimit: 5}
        - {graph: '%1$s/*.mmd', recursionLimit: 5}
        - {graph: elsewhere/x.mmd, recursionLimit: 5}
        - {graph: order, recursionLimit: 5}
        """
            .formatted(folder);

    assertThat(lintHere(folder.toString(), entries)).isEqualTo(ExitCode.OK);
    assertThat(out.toString().lines().filter(line -> line.startsWith(LintFile.NAME)))
        .containsExactly(
            ".eddyline-lint.yaml:2: no graph matches '%s/gone.mmd': correct it, or remove the entry"
                .formatted(folder));
    int reported = out.toString().length();
    assertThat(lintHere(folder.resolve("a.mmd").toString(), entries)).isEqualTo(ExitCode.OK);
    assertThat(out.toString().substring(reported)).doesNotContain("no graph matches");
  }

  @Test
  void patternOfANameIsWithinTheWorkingFolderOnly() {
    GraphPattern name = new GraphPattern("order", 1);

    assertThat(name.isWithin(Path.of("."))).isTrue();
    assertThat(name.isWithin(Path.of("flows"))).isFalse();
    assertThat(new GraphPattern("flows/*.mmd", 1).isWithin(Path.of("./flows"))).isTrue();
    assertThat(new GraphPattern("flows2/a.mmd", 1).isWithin(Path.of("flows"))).isFalse();
    assertThat(new GraphPattern(".github/a.mmd", 1).isWithin(Path.of("."))).isFalse();
  }

  @Test
  void boundsOfTheLintFileCount() throws Exception {
    int code =
        lintHere(
            CREW,
            "bounds:\n"
                + "- {graph: '*.md', counters: {tries: {max: 3}}, edges: [{from: review, to: draft,"
                + " counter: tries}]}\n");

    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("clean");
  }

  @Test
  void problemsOfTheLintFileAreNamedWithTheirLines() throws Exception {
    int code =
        lintHere(
            CREW,
            "waivers:\n"
                + "- {finding: unbounded_cycles, graph: x, reason: y, until: soon}\n"
                + "- {grap: x}\n");

    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains(
            "line 2: waivers[0].finding: must be one of",
            "waivers[0].until: must be a day such as 2027-06-30, was 'soon'",
            "line 3: waivers[1].grap: unknown key; nearest: graph");
  }
}
