package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyDraft;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code eddyline policy}. */
class PolicyCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(String... args) {
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(args);
  }

  private String file(String name, String yaml) throws IOException {
    return Files.writeString(folder.resolve(name), yaml).toString();
  }

  @Test
  void validPolicyIsPrintedWithNameWorkflowVersionAndRules() throws IOException {
    // Given
    String mine = file("mine.yaml", "name: mine\nworkflow: build\niteration_limit: {}");

    // When
    int code = run("policy", "check", mine, "graph");

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    String version = PolicyDraft.loadPresetFileOrFolder(mine).get(0).read().version();
    assertThat(out.toString().lines())
        .contains(
            mine
                + ": OK, name mine, workflow 'build', version "
                + version
                + ", detectors: iteration_limit")
        .anyMatch(line -> line.startsWith("preset graph: OK, name graph, workflow all the rest"));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void keysWithoutEffectAreWarnedOfWithExitCode0() throws IOException {
    // Given
    String mine =
        file(
            "mine.yaml",
            "name: mine\nextends: default\nrepeated_action: {pollInterval: 5s}\n"
                + "repeated_message: {pollInterval: 5s, window: 2h}\n"
                + "identical_failure: {pollInterval: 5s}");
    String other = file("other.yaml", "name: o\nworkflow: w\nrepeated_message: {window: 2h}");

    // When
    int code = run("policy", "check", mine, other);

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(err.toString().lines())
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .isEqualTo(
                        mine
                            + ": warning: repeated_action.pollInterval: is ignored: an agent waits"
                            + " if its pause is clearly longer than its usual ones"),
            line ->
                assertThat(line)
                    .startsWith(mine + ": warning: repeated_message.pollInterval: is ignored"),
            line ->
                assertThat(line)
                    .startsWith(mine + ": warning: repeated_message.window: is ignored with"));
  }

  @Test
  void noPresetHasAKeyWithoutEffect() {
    // When
    int code = run("policy", "check", "default");
    Policies.PRESETS.stream()
        .filter(preset -> !preset.equals("default"))
        .forEach(preset -> run("policy", "check", preset));

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void everyProblemIsPrintedOnALineWithExitCode2() throws IOException {
    // Given
    String wrong = file("wrong.yaml", "name: x\ngate: {loops: 0, atempts: 3}");
    String other = file("other.yaml", "- a");

    // When
    int code = run("policy", "check", wrong, "default", other, "nope");

    // Then
    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo(wrong + ": gate.loops: must be ≥ 1, was 0"),
            line ->
                assertThat(line)
                    .isEqualTo(wrong + ": gate.atempts: unknown key; nearest: attempts"),
            line ->
                assertThat(line).isEqualTo(other + ": policy: must be a YAML mapping, was array"),
            line -> assertThat(line).startsWith("nope: is neither a file nor a preset"));
    assertThat(out.toString()).startsWith("preset default: OK");
  }

  @Test
  void filesOfAFolderAreCheckedForConflicts() throws IOException {
    // Given
    String one = file("a.yaml", "name: a\nworkflow: build");
    String two = file("b.yaml", "name: b\nworkflow: build");

    // When
    int code = run("policy", "check", folder.toString());

    // Then
    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().strip())
        .isEqualTo(two + ": workflow: 'build' also has the policy " + one);
  }

  @Test
  void severalFilesAreCheckedForConflicts() throws IOException {
    // Given
    String one = file("a.yaml", "name: a\nworkflow: build");
    String wrong = file("wrong.yaml", "name: x\ngate: {loops: 0}");
    String two = file("b.yaml", "name: b\nworkflow: build");

    // When
    int code = run("policy", "check", one, wrong, two);

    // Then
    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .containsExactly(
            wrong + ": gate.loops: must be ≥ 1, was 0",
            two + ": workflow: 'build' also has the policy " + one);
  }

  @Test
  void shownPolicyIsAValidPolicyFile() throws IOException {
    // Given
    assertThat(run("policy", "show", "default")).isEqualTo(ExitCode.OK);
    String mine = file("mine.yaml", out.toString().replace("\n  loops: 3 ", "\n  loops: 4 "));

    // When
    int code = run("policy", "check", mine);

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(PolicyDraft.loadPresetFileOrFolder(mine).get(0).read().gate().loops()).isEqualTo(4);
  }

  @Test
  void policyIsShownForAStep() throws IOException {
    // Given
    String mine =
        file("mine.yaml", "name: mine\nsteps: {test: {iteration_limit: {maxIterations: 7}}}");

    // When
    int code = run("policy", "show", mine, "--step", "test");

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).containsPattern("maxIterations: 7 +# .*1 to 1000000; default 100");
  }

  @Test
  void showWithoutNamePrintsTheDefaultPolicy() {
    assertThat(run("policy", "show")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).startsWith("name: default ");
  }

  @Test
  void invalidPolicyIsNotShown() throws IOException {
    file("a.yaml", "name: a");
    file("b.yaml", "name: b\nworkflow: build");

    assertThat(run("policy", "show", "defualt")).isEqualTo(ExitCode.USAGE);
    assertThat(run("policy", "show", folder.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("nearest: default", folder + ": holds several policies: name one of them");
  }

  @Test
  void policyWithoutSubcommandIsUsageError() {
    assertThat(run("policy")).isEqualTo(ExitCode.USAGE);
    assertThat(run("policy", "chek")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("Which command?", "Did you mean: eddyline policy check?");
  }

  @Test
  void replayRejectsTwoDefaultPolicies() throws IOException {
    String events = file("e.jsonl", "");

    assertThat(run("replay", "--policy", "default", "--policy", "phases", events))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("preset phases: workflow: is the default policy, as is");
  }

  @Test
  void unknownStepIsReportedWithTheKnownSteps() throws IOException {
    // Given
    String mine =
        file(
            "mine.yaml",
            "name: mine\nextends: default\nsteps: {build: {identical_failure: {match: exact}}}");

    // When
    int code = run("policy", "show", mine, "--step", "biuld");

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(err.toString()).contains("step 'biuld' is not named in the policy", "named: build");
  }
}
