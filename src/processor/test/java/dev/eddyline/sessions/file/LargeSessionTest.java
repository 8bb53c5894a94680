package dev.eddyline.sessions.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.cli.Eddyline;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A large file needs a small heap. */
@Tag(TestTags.PROPERTIES)
class LargeSessionTest {

  private static final long BYTES = 2L << 30;

  @TempDir private Path folder;

  /** Writes calls with results of 3 kB; returns how many. */
  private static int writeCalls(Path file) throws IOException {
    String filler = "x".repeat(1_500);
    long size = 0;
    int calls = 0;
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      while (size < BYTES) {
        String time = "2026-05-04T%02d:%02d:%02d.000Z";
        String at = time.formatted(calls / 3600 % 24, calls / 60 % 60, calls % 60);
        String lines =
            """
            {"type":"assistant","uuid":"a%1$d","sessionId":"s1","timestamp":"%2$s","message":{"id":"m%1$d","content":[{"type":"tool_use","id":"t%1$d","name":"Bash","input":{"command":"step %1$d"}}]}}
            {"type":"user","uuid":"r%1$d","sessionId":"s1","timestamp":"%2$s","message":{"content":[{"type":"tool_result","tool_use_id":"t%1$d","content":"%1$d %3$s"}]},"toolUseResult":{"stdout":"%3$s"}}
            """
                .formatted(calls, at, filler);
        out.write(lines);
        size += lines.length();
        calls++;
      }
    }
    return calls;
  }

  @Test
  void twoGigabytesNeedAHeapOf48Megabytes() throws Exception {
    // Given
    Path file = folder.resolve("s1.jsonl");
    int calls = writeCalls(file);

    // When
    int code = importWithHeap("48m", file);

    // Then
    assertThat(code).isZero();
    assertThat(err()).content().contains("events accepted: %d, rejected: 0".formatted(2 * calls));
  }

  @Test
  void aLargeDocumentOfAnotherProgramNeedsAHeapOf96Megabytes() throws Exception {
    // Given
    Path file = folder.resolve("other.json");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (String name : List.of("first", "other", "last")) {
        out.write(name.equals("first") ? "{" : ",");
        out.write("\"%s\":{\"values\":[".formatted(name));
        for (int value = 0; value < 3_000_000; value++) {
          out.write("{\"v\":%d},".formatted(value));
        }
        out.write("0]}");
      }
      out.write("}");
    }

    // When
    int code = importWithHeap("96m", folder);

    // Then
    assertThat(code).isNotZero();
    assertThat(err()).content().contains("no session of a known coding agent");
  }

  private Path err() {
    return folder.resolve("err.txt");
  }

  private int importWithHeap(String heap, Path path) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            List.of(
                java,
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                Eddyline.class.getName(),
                "import",
                path.toString()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(err().toFile())
        .start()
        .waitFor();
  }
}
