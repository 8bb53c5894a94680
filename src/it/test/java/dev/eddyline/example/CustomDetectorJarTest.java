package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a custom detector that is compiled into a jar on the class path. */
class CustomDetectorJarTest {

  private static final Path SOURCE = Path.of("src/it/test/resources/own-rule/Convergence.java");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path jar;

  @BeforeEach
  void buildTheJar() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), "-proc:none", SOURCE.toString());
    assertThat(failed).as("errors of the compiler").isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("dev.eddyline.detect.api.Detector"), "example.Convergence\n");
    jar = folder.resolve("convergence.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
      }
    }
  }

  @Test
  void customDetectorAbortsAnOptimizationThatDoesNotConverge()
      throws IOException, InterruptedException {
    // Given
    List<String> events = new ArrayList<>();
    for (int visit = 1; visit <= 5; visit++) {
      events.add("{\"taskId\":\"T1\",\"type\":\"step_started\",\"step\":\"optimize\"}");
      events.add("{\"taskId\":\"T1\",\"type\":\"progress_reported\",\"coveragePercent\":70}");
    }

    // When
    List<JsonNode> verdicts = replay("name: own\nconvergence: {visits: 3}\n", events);

    // Then
    assertThat(verdicts).extracting(line -> line.get("event").asInt()).containsExactly(7, 9);
    JsonNode first = verdicts.get(0);
    assertThat(first.get("loopType").asText()).isEqualTo("custom");
    assertThat(first.get("rule").asText()).isEqualTo("convergence");
    assertThat(first.get("action").asText()).isEqualTo("close");
    assertThat(first.get("reason").asText()).isEqualTo("Phase 'optimize' failed to converge");
  }

  @Test
  void policyOverridesTheActionOfACustomDetector() throws IOException, InterruptedException {
    // Given
    List<String> events = new ArrayList<>();
    for (int visit = 1; visit <= 3; visit++) {
      events.add("{\"taskId\":\"T1\",\"type\":\"step_started\",\"step\":\"optimize\"}");
    }

    // When
    List<JsonNode> verdicts =
        replay("name: own\nconvergence: {visits: 2}\nactions: {convergence: abort}\n", events);

    // Then
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).get("action").asText()).isEqualTo("abort");
  }

  @Test
  void customDetectorThatThrowsIsSkipped() throws IOException, InterruptedException {
    // Given: a phase name at which the detector throws, as its limits' own check says
    List<String> events =
        List.of(
            "{\"taskId\":\"T1\",\"type\":\"step_started\",\"step\":\"throw\"}",
            "{\"taskId\":\"T1\",\"type\":\"failure_reported\",\"message\":\"x is undefined\"}",
            "{\"taskId\":\"T1\",\"type\":\"failure_reported\",\"message\":\"x is undefined\"}");

    // When
    List<JsonNode> verdicts =
        replay("name: own\nconvergence: {phase: throw}\nidentical_failure: {}\n", events);

    // Then
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).get("loopType").asText()).isEqualTo("identical_failure");
  }

  private List<JsonNode> replay(String policy, List<String> events)
      throws IOException, InterruptedException {
    Path policyFile = Files.writeString(folder.resolve("policy.yaml"), policy);
    Path input = Files.write(folder.resolve("events.jsonl"), events);
    Path output = folder.resolve("out.jsonl");
    Path problems = folder.resolve("problems.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                jar + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                "dev.eddyline.cli.Eddyline",
                "replay",
                "--policy",
                policyFile.toString(),
                input.toString())
            .redirectOutput(output.toFile())
            .redirectError(problems.toFile())
            .start();
    int exit = process.waitFor();
    assertThat(exit).as(Files.readString(problems, StandardCharsets.UTF_8)).isZero();
    List<JsonNode> verdicts = new ArrayList<>();
    for (String line : Files.readAllLines(output)) {
      JsonNode json = JSON.readTree(line);
      if (json.get("kind").asText().equals("verdict")) {
        verdicts.add(json);
      }
    }
    return verdicts;
  }
}
