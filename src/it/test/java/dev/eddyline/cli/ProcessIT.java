package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Commands as separate processes. */
class ProcessIT {

  private static final String JARS =
      "target/eddyline.jar" + File.pathSeparator + "target/eddyline-tools.jar";

  private record Ended(int exitCode, String output) {}

  private static Ended eddyline(String... args) throws Exception {
    return eddyline(Map.of(), args);
  }

  private static Ended eddyline(Map<String, String> environment, String... args) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        new ArrayList<>(List.of(java.toString(), "-cp", JARS, "dev.eddyline.cli.Eddyline"));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  @Test
  void missingDetectorJarGivesExitCode2() throws Exception {
    // When
    Ended check = eddyline(Map.of("EDDYLINE_RULES", "nowhere.jar"), "policy", "check", "default");

    // Then
    assertThat(check.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(check.output())
        .isEqualToNormalizingNewlines(
            "eddyline: EDDYLINE_RULES: nowhere.jar: no such jar or folder\n");
  }

  @Test
  void numbersOfReasonsDoNotDependOnLocale() throws Exception {
    // When
    Ended replay =
        eddyline(
            Map.of("JDK_JAVA_OPTIONS", "-Duser.language=fa -Duser.country=IR"),
            "replay",
            "--policy",
            "judge-worker",
            "src/tools/main/resources/stories/judge-worker.jsonl");

    // Then
    assertThat(replay.output()).contains("Phase 'worker' exceeded max_visits (3) with 3 visits");
  }

  @Test
  @Tag(TestTags.SERVERS)
  void unreachableBrokerGivesExitCode4() throws Exception {
    // When
    Ended run = eddyline("run", "--bootstrap", "127.0.0.1:1");

    // Then
    assertThat(run.exitCode()).isEqualTo(ExitCode.CLUSTER);
    assertThat(run.output()).contains("no Kafka broker answered at 127.0.0.1:1");
  }
}
