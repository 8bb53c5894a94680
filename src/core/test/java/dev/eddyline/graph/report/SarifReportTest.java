package dev.eddyline.graph.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.source.GraphFixtures;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks reports against SARIF 2.1.0 and GitHub's requirements ("SARIF support for code scanning").
 * The official schema is under OASIS' own licence and is not included; the known properties of the
 * written objects are listed below.
 */
class SarifReportTest {

  private static JsonNode run;
  private static JsonNode root;

  @BeforeAll
  static void report() throws Exception {
    List<LintedGraph> linted;
    try (Stream<Path> files = Files.walk(GraphFixtures.FOLDER)) {
      linted =
          files
              .filter(Files::isRegularFile)
              .filter(file -> !file.toString().endsWith(".bounds.yaml"))
              .sorted()
              .map(file -> linted(file.toString()))
              .toList();
    }
    LintedGraph odd =
        new LintedGraph(
            Path.of("a b/ü.mmd").toAbsolutePath().toString(),
            GraphFixtures.read("graph TD\n a --> b\n!!!\n b --> a\n"),
            new LintResult(
                GraphLint.lintFindings(
                    GraphFixtures.read("graph TD\n a --> b\n b --> a\n").graph()),
                List.of("more unbounded cycles")),
            Map.of(),
            List.of());
    root =
        new ObjectMapper()
            .readTree(
                SarifReport.render(
                    new LintReport(
                        Stream.concat(linted.stream(), Stream.of(odd)).toList(),
                        List.of(new UnreadableFile("../broken.json", List.of("line 3: no JSON"))),
                        List.of(new LintNote("lint.yaml", 4, "no graph matches 'x'")))));
    run = root.get("runs").get(0);
  }

  private static LintedGraph linted(String file) {
    var reading = GraphFixtures.file(GraphFixtures.FOLDER.relativize(Path.of(file)).toString());
    return new LintedGraph(file, reading, GraphLint.lint(reading.graph()), Map.of(), List.of());
  }

  private static void assertOnly(JsonNode object, Set<String> required, Set<String> allowed) {
    Set<String> names = new HashSet<>();
    object.fieldNames().forEachRemaining(names::add);
    assertThat(names).containsAll(required);
    names.removeAll(required);
    assertThat(allowed).containsAll(names);
  }

  private static void assertText(JsonNode message) {
    assertOnly(message, Set.of("text"), Set.of("markdown"));
    assertThat(message.get("text").asText()).isNotBlank();
  }

  @Test
  void sarifLogAndRunHaveTheRequiredProperties() {
    assertOnly(root, Set.of("$schema", "version", "runs"), Set.of());
    assertThat(root.get("version").asText()).isEqualTo("2.1.0");
    assertThat(URI.create(root.get("$schema").asText())).hasScheme("https");
    assertOnly(run, Set.of("tool", "results", "invocations", "columnKind"), Set.of());
    assertThat(run.get("columnKind").asText()).isIn("utf16CodeUnits", "unicodeCodePoints");
  }

  @Test
  void everyRuleHasAnIdAndShortDescriptions() {
    JsonNode driver = run.at("/tool/driver");
    assertOnly(driver, Set.of("name", "rules"), Set.of("version", "informationUri"));
    assertThat(driver.get("name").asText()).isNotBlank();
    Set<String> ids = new HashSet<>();
    for (JsonNode rule : driver.get("rules")) {
      assertOnly(
          rule,
          Set.of("id", "shortDescription", "fullDescription", "help", "defaultConfiguration"),
          Set.of());
      assertThat(ids.add(rule.get("id").asText())).isTrue();
      for (String text : List.of("shortDescription", "fullDescription", "help")) {
        assertText(rule.get(text));
        assertThat(rule.get(text).get("text").asText()).hasSizeLessThanOrEqualTo(1024);
      }
      assertOnly(rule.get("defaultConfiguration"), Set.of("level"), Set.of());
      assertThat(rule.at("/defaultConfiguration/level").asText()).isIn("note", "warning", "error");
    }
  }

  @Test
  void everyResultHasARuleALocationAndAFingerprint() {
    assertThat(run.get("results")).hasSizeGreaterThan(15);
    for (JsonNode result : run.get("results")) {
      assertOnly(
          result,
          Set.of("ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"),
          Set.of());
      JsonNode rule = run.at("/tool/driver/rules").get(result.get("ruleIndex").asInt());
      assertThat(rule.get("id")).isEqualTo(result.get("ruleId"));
      assertThat(result.get("level").asText()).isIn("error", "warning");
      assertText(result.get("message"));
      assertThat(result.get("locations")).hasSize(1);
      assertPlace(result.get("locations").get(0), true);
      result.get("partialFingerprints").forEach(print -> assertThat(print.asText()).isNotBlank());
    }
  }

  private static void assertPlace(JsonNode location, boolean hasLine) {
    assertOnly(location, Set.of("physicalLocation"), Set.of());
    JsonNode place = location.get("physicalLocation");
    assertOnly(place, Set.of("artifactLocation"), Set.of("region"));
    assertOnly(place.get("artifactLocation"), Set.of("uri"), Set.of());
    URI uri = URI.create(place.at("/artifactLocation/uri").asText());
    assertThat(uri.toASCIIString()).isEqualTo(uri.toString());
    if (hasLine) {
      assertThat(uri.isAbsolute()).as("relative to the repository's root").isFalse();
      assertOnly(place.get("region"), Set.of("startLine", "startColumn", "endLine"), Set.of());
      place.get("region").forEach(number -> assertThat(number.asInt()).isPositive());
    }
  }

  @Test
  void filesInTheWorkingFolderHaveRelativeUris() {
    assertThat(run.get("results").findValuesAsText("uri"))
        .contains("a%20b/%C3%BC.mmd")
        .allMatch(
            uri -> uri.startsWith("src/core/test/resources/graphs/") || uri.startsWith("a%20b"));
  }

  @Test
  void unreadableOrIncompleteResultsBecomeSarifNotifications() {
    JsonNode invocation = run.get("invocations").get(0);
    assertOnly(invocation, Set.of("executionSuccessful", "toolExecutionNotifications"), Set.of());
    assertThat(invocation.get("executionSuccessful").asBoolean()).isFalse();
    List<String> messages = invocation.findValuesAsText("text");
    assertThat(messages).hasSize(4);
    assertThat(messages.get(0)).isEqualTo("line 3: no JSON");
    assertThat(messages.get(1)).isEqualTo("no graph matches 'x'");
    assertThat(messages.get(2)).startsWith("not understood: line 3: '!!!'");
    assertThat(messages.get(3)).endsWith("too large for it: more unbounded cycles");
    for (JsonNode note : invocation.get("toolExecutionNotifications")) {
      assertOnly(note, Set.of("level", "message", "locations"), Set.of());
      assertPlace(note.get("locations").get(0), false);
    }
  }
}
