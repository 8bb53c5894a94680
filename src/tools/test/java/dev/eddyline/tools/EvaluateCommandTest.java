package dev.eddyline.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.cli.Eddyline;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.guards.ReferenceGuard;
import dev.eddyline.guards.ReferenceGuards;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class EvaluateCommandTest {

  @TempDir private Path folder;

  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();
  private Path labels;

  /** A run with a loop, one with other failures, and a loop that no detector finds. */
  @BeforeEach
  void writeRuns() throws IOException {
    Path set = Files.createDirectories(folder.resolve("runs").resolve("fixers"));
    Files.write(set.resolve("loop.jsonl"), failures("loop", "TypeError: x", "TypeError: x"));
    Files.write(set.resolve("fine.jsonl"), failures("fine", "TypeError: x", "disk is full"));
    Files.write(set.resolve("missed.jsonl"), failures("missed", "no such host", "bad token"));
    labels =
        Files.write(
            folder.resolve("labels.jsonl"),
            List.of(
                "{\"trace\":\"fixers/loop\",\"loop\":true,\"repetition_line\":[2]}",
                "{\"trace\":\"fixers/fine\",\"loop\":false,\"repetition_line\":[]}",
                "{\"trace\":\"fixers/missed\",\"loop\":true,\"repetition_line\":[2]}"));
  }

  private static List<String> failures(String task, String... messages) {
    List<String> lines = new ArrayList<>();
    for (String message : messages) {
      lines.add(
          """
          {"taskId":"%s","agentId":"a","type":"failure_reported","message":"%s"}\
          """
              .formatted(task, message));
    }
    return lines;
  }

  private int evaluate(String... more) {
    List<String> args = new ArrayList<>(List.of("evaluate"));
    args.addAll(List.of("--events", folder.resolve("runs").toString()));
    args.addAll(List.of("--labels", labels.toString()));
    args.addAll(List.of(more));
    out = new StringWriter();
    err = new StringWriter();
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(args.toArray(String[]::new));
  }

  @Test
  void withoutAnyLabelItSaysSo() throws IOException {
    // Given
    Files.write(labels, List.of("{\"trace\":\"fixers/lop\",\"loop\":true}"));

    // When
    int exitCode = evaluate();

    // Then
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains(
            "1 of 1 labels have no run in the events: fixers/lop",
            "no run has a label: give --labels FILE with a line for each run, such as {\"trace\"");
  }

  @Test
  void labelWithoutARunIsListed_andTheOthersCount() throws IOException {
    // Given
    Files.write(
        labels,
        List.of(
            "{\"trace\":\"fixers/loop\",\"loop\":true}",
            "{\"trace\":\"other/one\",\"loop\":true}"));

    // When
    int exitCode = evaluate();

    // Then
    assertThat(exitCode).isEqualTo(ExitCode.OK);
    assertThat(err.toString())
        .contains("1 of 2 labels have no run in the events: other/one")
        .doesNotContain("no run has a label");
  }

  @Test
  void pageInAMissingFolderIsRefusedAtOnce() {
    // When
    int exitCode = evaluate("--html", folder.resolve("missing").resolve("page.html").toString());

    // Then
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--html: ", "its folder does not exist");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void jsonHasFiguresAndMistakes() throws IOException {
    // When
    int exitCode = evaluate("--format", "json");

    // Then
    JsonNode policy = new ObjectMapper().readTree(out.toString()).at("/policies/0");
    assertThat(exitCode).isEqualTo(ExitCode.OK);
    assertThat(policy.at("/sets/0/set").asText()).isEqualTo("fixers");
    assertThat(policy.at("/sets/0/byRun/precision/value").asDouble()).isEqualTo(1);
    assertThat(policy.at("/sets/0/byRun/recall/value").asDouble()).isEqualTo(0.5);
    assertThat(policy.at("/sets/0/byEvent/recall/hits").asInt()).isEqualTo(1);
    assertThat(policy.at("/sets/0/delayToFirstVerdict/events/median").asInt()).isZero();
    assertThat(policy.at("/sets/0/detectors/identical_failure/found").asInt()).isEqualTo(1);
    assertThat(policy.at("/mistakes")).hasSize(1);
    assertThat(policy.at("/mistakes/0/run").asText()).isEqualTo("missed");
    assertThat(policy.at("/mistakes/0/kind").asText()).isEqualTo("missed loop");
    assertThat(policy.at("/mistakes/0/line").asInt()).isEqualTo(2);
  }

  @Test
  void jsonHasEachPolicyAndOtherGuard() throws IOException {
    // When
    evaluate("--format", "json", "--policy", "default", "--policy", "failures");

    // Then
    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertThat(report.get("policies").findValuesAsText("name"))
        .containsExactly("default", "failures");
    assertThat(report.get("guards").findValuesAsText("name"))
        .isEqualTo(ReferenceGuards.ALL.stream().map(ReferenceGuard::name).toList());
  }

  @Test
  void twoEvaluationsGiveTheSameBytes() throws IOException {
    // Given
    Path page = folder.resolve("report.html");
    evaluate("--html", page.toString());
    String text = out.toString();
    String html = Files.readString(page);

    // When
    evaluate("--html", page.toString());

    // Then
    assertThat(out.toString()).isEqualTo(text).contains("fixers");
    assertThat(Files.readString(page)).isEqualTo(html).contains("fixers/missed");
  }

  @Test
  void lineThatCannotBeReadGivesExitCode3() throws IOException {
    // Given
    Files.writeString(labels, "{\"trace\":\"fixers/loop\",\"loop\":3}\n");

    // When
    int exitCode = evaluate();

    // Then
    assertThat(exitCode).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(err.toString()).contains("labels.jsonl:1: loop: must be true, false or null");
  }

  @Test
  void wrongOptionGivesExitCode2() {
    assertThat(evaluate("--tolerance", "-1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--tolerance: must be ≥ 0, was -1");
    assertThat(evaluate("--policy", "no-such-policy")).isEqualTo(ExitCode.USAGE);
    assertThat(evaluate("--labels", "no-such-file")).isEqualTo(ExitCode.USAGE);
  }
}
