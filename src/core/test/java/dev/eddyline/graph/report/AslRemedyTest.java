package dev.eddyline.graph.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.read.ParsedGraph;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Remedies of cycles in a body of Map or Parallel, and through one: the counter is where they are.
 */
class AslRemedyTest {

  private static final String MACHINE =
      """
      {%s'StartAt': 'Load', 'States': {
        'Load': {'Type': 'Task', 'Resource': 'r', 'Next': 'Each'},
        'Each': {'Type': 'Map', 'ItemProcessor': {'StartAt': 'Bake', 'States': {
          'Bake': {'Type': 'Task', 'Resource': 'r', 'Next': 'Baked?'},
          'Baked?': {'Type': 'Choice', %s'Choices': [{%s, 'Next': 'Box'}], 'Default': '%s'},
          'Box': {'Type': 'Pass', 'End': true}}}, %s},
        'Late?': {'Type': 'Choice', 'Choices': [
          {'Variable': '$.late', 'BooleanEquals': true, 'Next': 'Shut'}], 'Default': 'Load'},
        'Shut': {'Type': 'Succeed'}}}
      """;

  private static final String TEST = "'Variable': '$.baked', 'BooleanEquals': true";

  private static List<String> lines(String machine) {
    ParsedGraph parsed = GraphFixtures.read(machine.replace('\'', '"'));
    LintedGraph linted =
        new LintedGraph("m.asl.json", parsed, GraphLint.lint(parsed), Map.of(), List.of());
    return linted.findings().stream()
        .flatMap(it -> it.remedies().stream().limit(1))
        .flatMap(remedy -> RemedyInFormat.lines(linted, remedy).stream())
        .distinct()
        .toList();
  }

  @Test
  void cycleOfABodyCountsInIt() {
    assertThat(lines(MACHINE.formatted("", "", TEST, "Bake", "'End': true")))
        .singleElement()
        .asString()
        .startsWith("a last choice {\"Variable\": \"$Baked_retry_count\"")
        .contains("; begin the machine in Each with {\"Type\": \"Pass\"");
  }

  @Test
  void cycleThroughABodyCountsBehindIt() {
    assertThat(lines(MACHINE.formatted("", "", TEST, "Box", "'Next': 'Load'")))
        .singleElement()
        .asString()
        .startsWith("a Choice state behind Each with {\"Variable\": \"$")
        .contains("\"Next\": \"Load\"}, and a Default that ends; begin the machine with {");
  }

  @Test
  void choiceOfTheOuterMachineKeepsItsPlace() {
    assertThat(lines(MACHINE.formatted("", "", TEST, "Box", "'Next': 'Late?'")))
        .singleElement()
        .asString()
        .startsWith("a last choice {\"Variable\": \"$Late_retry_count\"")
        .contains("\"Next\": \"Load\"}, and a Default that ends; begin the machine with {");
  }

  private static final String OWN = "'QueryLanguage': 'JSONata', ";

  @ParameterizedTest
  @CsvSource({"true, false, Bake", "false, true, Bake", "true, false, Box"})
  void languageIsThatOfTheMachineOrTheChoice(
      boolean isOfMachine, boolean isOfChoice, String target) {
    String next = target.equals("Box") ? "'Next': 'Load'" : "'End': true";
    String machine =
        MACHINE.formatted(
            isOfMachine ? OWN : "",
            isOfChoice ? OWN : "",
            "'Condition': '{% $states.input.baked %}'",
            target,
            next);

    assertThat(lines(machine)).singleElement().asString().contains("{\"Condition\": \"{% $");
  }

  @ParameterizedTest
  @CsvSource({"Bake, 'End': true", "Box, 'Next': 'Load'"})
  void writtenIntoTheFileItRemovesTheFinding(String target, String next) {
    String machine = MACHINE.formatted("", "", TEST, target, next).replace('\'', '"');
    String line = lines(machine).get(0);
    String rule = line.substring(line.indexOf('{'), line.indexOf(", and a Default"));

    String mended =
        target.equals("Bake")
            ? machine.replace("}], \"Default\": \"Bake\"", "}, " + rule + "], \"Default\": \"Box\"")
            : machine
                .replace("\"Next\": \"Load\"},", "\"Next\": \"Again?\"},")
                .replace(
                    "\"Late?\":",
                    "\"Again?\": {\"Type\": \"Choice\", \"Choices\": ["
                        + rule
                        + "], \"Default\": \"Late?\"}, \"Late?\":")
                .replace("\"Default\": \"Load\"", "\"Default\": \"Shut\"");

    assertThat(mended).isNotEqualTo(machine);
    assertThat(GraphLint.lint(GraphFixtures.read(mended)).findings())
        .noneMatch(finding -> finding.kind().isError());
  }
}
