package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.graph.LintResult;
import dev.eddyline.yaml.Printable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LintCommandTest {

  private static final String GRAPHS = "src/test/resources/graphs/";

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
            {"nodes": [{"id": "a\\nclean\\u001b[2J\\u202e\\u009b"}, {"id": "b"}],
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
                  if (graph.recursionLimit().isPresent()) {
                    throw new IllegalStateException("odd");
                  }
                  return new LintResult(List.of(), List.of());
                }));
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
    Path bytes = Files.write(folder.resolve("b.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe});

    assertThat(lint(GRAPHS + "tutorials/03-plan-and-execute.mmd", "--bounds", bytes.toString()))
        .isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("b.yaml: cannot be read: is not UTF-8 text");
  }

  @Test
  void graphsAfterADuplicateWorkflowNameAreStillLinted() throws Exception {
    Path pools =
        Files.writeString(
            folder.resolve("pools.bpmn"),
            """
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">
              <process id="order"><task id="a"/></process>
              <process id="order"><task id="b"/></process>
              <process id="pack"><task id="c"/></process>
            </definitions>
            """);

    assertThat(lint(pools.toString())).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString())
        .contains("order clean", "pack clean", "a second graph of workflow 'order'");
  }

  @Test
  void incompleteChecksAreReportedWithExitCode3() {
    // Given
    CommandLine lint =
        new CommandLine(
            new LintCommand(graph -> new LintResult(List.of(), List.of("endless ways"))));
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
  void twoGraphsOfOneWorkflowAreRejected() {
    assertThat(lint(GRAPHS + "job-generator-after.yaml", GRAPHS + "job-generator-effective.yaml"))
        .isEqualTo(ExitCode.PARTLY_READ);
    assertThat(out.toString()).contains("a second graph of workflow 'job-generator'");
  }

  @Test
  void boundsAreMergedAndTheSvgIsWritten() throws Exception {
    Path picture = folder.resolve("x.svg");
    String chart = GRAPHS + "tutorials/02-reflection.langgraph.json";

    assertThat(lint(chart)).isEqualTo(ExitCode.FINDINGS);
    assertThat(
            lint(
                chart,
                "--bounds",
                GRAPHS + "tutorials/02-reflection.bounds.yaml",
                "--svg",
                picture.toString()))
        .isEqualTo(ExitCode.OK);
    assertThat(picture).content().startsWith("<svg").contains("critique");
  }

  @Test
  void theFormatsAreJsonAndSarif() {
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
    assertThat(err.toString()).contains("--bounds and --svg need one file");
  }
}
