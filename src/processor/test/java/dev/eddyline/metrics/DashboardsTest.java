package dev.eddyline.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The dashboards are valid, and promtool, where installed, accepts the rules. */
class DashboardsTest {

  private static final Path RULES = Path.of("deploy/prometheus");

  @Test
  void panelsDoNotOverlapAndQueryKnownMetrics() throws IOException {
    assertThat(PromQueries.dashboards()).hasSize(2);
    for (Path board : PromQueries.dashboards()) {
      Set<Integer> ids = new HashSet<>();
      for (JsonNode panel : new ObjectMapper().readTree(board.toFile()).get("panels")) {
        assertThat(ids.add(panel.get("id").asInt())).isTrue();
        JsonNode place = panel.get("gridPos");
        assertThat(place.get("x").asInt() + place.get("w").asInt()).isBetween(1, 24);
      }
    }
    assertThat(PromQueries.all()).hasSizeGreaterThan(40);
    assertThat(PromQueries.all().values()).allSatisfy(names -> assertThat(names).isNotEmpty());
  }

  @Test
  @Tag(TestTags.DEPLOY)
  void promtoolAcceptsTheRules() throws Exception {
    assertSucceeds("check", "config", RULES.resolve("prometheus.yaml").toString());
  }

  @Test
  @Tag(TestTags.DEPLOY)
  void promtoolTestsOfTheRulesPass() throws Exception {
    assertSucceeds("test", "rules", RULES.resolve("alerts-test.yaml").toString());
  }

  @Test
  void everyAlertHasATest() throws IOException {
    String tests = Files.readString(RULES.resolve("alerts-test.yaml"));

    assertThat(PromQueries.alerts())
        .isNotEmpty()
        .allMatch(alert -> tests.contains("alertname: " + alert + "\n"));
  }

  private static void assertSucceeds(String... arguments) throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool"))),
        "promtool is not on the PATH (Debian's package prometheus has it)");
    Process promtool =
        new ProcessBuilder(
                Stream.concat(Stream.of("promtool"), Stream.of(arguments)).toArray(String[]::new))
            .redirectErrorStream(true)
            .start();
    String promtoolOutput =
        new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor()).as(promtoolOutput).isZero();
  }
}
