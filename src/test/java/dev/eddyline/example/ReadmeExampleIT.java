package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.app.Application;
import dev.eddyline.app.TestCluster;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that the README shows, as it stands there. */
class ReadmeExampleIT {

  private static final Pattern JAVA_BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final String NO_PREFIX = "";
  private static final int PARTITIONS = 4;
  private static final Duration LIMIT = Duration.ofSeconds(90);

  @TempDir private Path folder;

  @Test
  void theProgramInTheReadmeCompilesAndDoesWhatItSays() throws Exception {
    // Given
    Path source = Files.writeString(folder.resolve("Example.java"), onlyJavaBlock());
    int problems =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", CLASS_PATH, "-d", folder.toString(), source.toString());
    assertThat(problems).as("the compiler's verdict").isZero();
    TestCluster cluster = TestCluster.shared();
    cluster.createTopics(NO_PREFIX, PARTITIONS);

    // When
    List<String> printed;
    try (Application application = Application.start(cluster.settings(NO_PREFIX, Map.of()))) {
      printed = run(cluster.bootstrap(), cluster.registryUrl());
      assertThat(application.failed()).isFalse();
    }

    // Then
    assertThat(printed)
        .containsExactly(
            "published failure 1",
            "published failure 2",
            "published failure 3",
            "gate OPENED: Loop detected after 3 attempts",
            "published decision APPROVE",
            "reset: Human intervention, count was 2");
  }

  private static String onlyJavaBlock() throws Exception {
    List<String> blocks =
        JAVA_BLOCK
            .matcher(Files.readString(Path.of("README.md")))
            .results()
            .map((MatchResult block) -> block.group(1))
            .toList();
    assertThat(blocks).as("Java programs in README.md").hasSize(1);
    return blocks.get(0);
  }

  private List<String> run(String bootstrap, String registryUrl) throws Exception {
    Path out = folder.resolve("out.txt");
    Process example =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                folder + File.pathSeparator + CLASS_PATH,
                "Example",
                bootstrap,
                registryUrl)
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
