package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.app.Application;
import dev.eddyline.app.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program in docs/how-to/kafka.md, run by the command there: the client artifact and its
 * libraries.
 */
class KafkaExampleIT {

  private static final Pattern JAVA_BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
  private static final String NO_PREFIX = "";
  private static final ClientArtifact CLIENT = new ClientArtifact(Path.of("target"));
  private static final int PARTITIONS = 4;
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @TempDir private Path folder;

  @Test
  void documentedProgramRunsAndPrintsTheDocumentedOutput() throws Exception {
    // Given
    Path program = Files.writeString(folder.resolve("Example.java"), onlyJavaBlock());
    TestCluster cluster = TestCluster.shared();
    cluster.createTopics(NO_PREFIX, PARTITIONS);

    // When
    List<String> printed;
    try (Application application = Application.start(cluster.settings(NO_PREFIX, Map.of()))) {
      printed = run(program, cluster.bootstrap(), cluster.registryUrl());
      assertThat(application.failed()).isFalse();
    }

    // Then
    assertThat(printed)
        .containsExactly(
            "published failure 1",
            "published failure 2",
            "published failure 3",
            "gate OPENED: Loop detected after 3 attempts",
            "approve with this guidance:",
            "published decision APPROVE",
            "reset: Human intervention, count was 2");
  }

  private static String onlyJavaBlock() throws Exception {
    List<String> blocks =
        JAVA_BLOCK
            .matcher(Files.readString(Path.of("docs", "how-to", "kafka.md")))
            .results()
            .map((MatchResult block) -> block.group(1))
            .toList();
    assertThat(blocks).as("Java programs in docs/how-to/kafka.md").hasSize(1);
    return blocks.get(0);
  }

  /** Runs the program, with the line that a person types. */
  private List<String> run(Path program, String bootstrap, String registryUrl) throws Exception {
    Path out = folder.resolve("out.txt");
    Process example =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                CLIENT.classPath(),
                program.toString(),
                bootstrap,
                registryUrl)
            .redirectInput(Files.writeString(folder.resolve("typed.txt"), "look at x\n").toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(example.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .as("came to its end")
          .isTrue();
      assertThat(example.exitValue()).isZero();
      return Files.readAllLines(out);
    } finally {
      example.destroyForcibly();
    }
  }
}
