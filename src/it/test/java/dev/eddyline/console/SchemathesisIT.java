package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.eddyline.TestTags;
import dev.eddyline.access.TokenFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Schemathesis sends what the API's document allows, and compares the answers with it. */
@Tag(TestTags.CLIENTS)
class SchemathesisIT {

  private static final String PROGRAM = "schemathesis";
  private static final String TOKEN = "a-token-of-some-length";
  private static final String AGENT = "a-token-of-an-agent";
  private static final int MINUTES = 5;

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(
          "schemathesis-",
          Map.of("http.token", TOKEN, "http.tokens", TokenFiles.of(AGENT, "ingest")));

  @BeforeEach
  void findTheProgram() {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, PROGRAM))),
        "schemathesis is not on the PATH (pip install schemathesis)");
  }

  /** Runs it, and returns its exit code; see its report for details. */
  private static int run(String token, Path report, String... more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(PROGRAM);
    command.add("run");
    command.add("http://" + CONSOLE.served().address() + "/api/v1/openapi.json");
    command.add("--header=Authorization: Bearer " + token);
    command.add(
        "--checks=not_a_server_error,status_code_conformance,"
            + "content_type_conformance,response_schema_conformance");
    command.addAll(List.of("--generation-deterministic", "--continue-on-failure", "--no-color"));
    // below the console's rate limit, or most answers would be 429
    command.add("--rate-limit=18/s");
    command.add("--request-timeout=30");
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command)
            // it writes failed requests to its folder
            .directory(new File("target"))
            .redirectErrorStream(true)
            .redirectOutput(report.toFile())
            .start();
    try {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("%s", report).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void responsesToRandomRequestsAreDocumented() throws Exception {
    // Given
    CONSOLE.loop("looping", 3);
    await().until(() -> !CONSOLE.browser().get("/api/v1/gates").json().get("items").isEmpty());
    Path report = Path.of("target/schemathesis.txt");

    // When
    int status =
        run(
            TOKEN,
            report,
            // the feed never ends; the coverage of all types of events takes thousands of requests
            "--exclude-path=/api/v1/feed",
            "--exclude-path=/api/v1/events",
            "--exclude-path=/api/v1/hooks/{tool}",
            "--phases=examples,coverage,fuzzing",
            "--max-examples=20");

    // Then
    assertThat(status).as(Files.readString(report)).isZero();
  }

  @Test
  void responsesToRandomEventsAreDocumented() throws Exception {
    // Given
    Path report = Path.of("target/schemathesis-events.txt");

    // When
    int status =
        run(
            AGENT,
            report,
            "--include-path=/api/v1/events",
            "--include-path=/api/v1/hooks/{tool}",
            "--phases=fuzzing",
            "--max-examples=200");

    // Then
    assertThat(status).as(Files.readString(report)).isZero();
  }
}
