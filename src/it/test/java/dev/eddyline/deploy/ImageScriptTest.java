package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import dev.eddyline.attack.AttackedProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.io.TempDir;

/** The start script of the image, with a fake java that prints its arguments. */
@DisabledOnOs(WINDOWS)
class ImageScriptTest {

  private static final String JAVA =
      """
      #!/bin/sh
      for word in "$@"; do
        case $word in
          -Djava.io.tmpdir=*) folder=${word#*=}; [ -d "$folder" ] && echo "tmp $folder" ;;
          -Xmx*) echo "heap $word" ;;
        esac
      done
      touch "$folder/unpacked"
      cat
      exit 3
      """;

  @TempDir private Path folder;

  @BeforeEach
  void fake() throws IOException {
    Path java = Files.writeString(folder.resolve("java"), JAVA);
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private record ScriptResult(int code, String text) {}

  /** Runs the script in a container of which only the memory limit is known, if any. */
  private ScriptResult call(String... arguments) throws Exception {
    Path copy = folder.resolve("eddyline");
    Files.writeString(
        copy,
        Files.readString(Path.of("deploy/image/eddyline"))
            .replace("/sys/fs/cgroup", folder.toString()));
    ProcessBuilder script =
        new ProcessBuilder(
            Stream.concat(Stream.of("sh", copy.toString()), Stream.of(arguments)).toList());
    script.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    script.environment().put("EDDYLINE_STATE_DIR", folder.resolve("volume/state").toString());
    Process process = script.redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write("from stdin".getBytes(StandardCharsets.UTF_8));
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new ScriptResult(process.waitFor(), text);
  }

  private List<String> temporary() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("volume/tmp"))) {
      return files.filter(Files::isRegularFile).map(Path::toString).toList();
    }
  }

  @Test
  void aCommandLeavesTheProcessorsTemporaryFiles_andNoneOfItsOwn() throws Exception {
    // Given
    call("run");
    List<String> ofTheProcessor = temporary();

    // When
    ScriptResult scriptResult = call("forget", "T");

    // Then
    assertThat(scriptResult.code()).isEqualTo(3);
    assertThat(scriptResult.text()).contains("tmp ", "from stdin").doesNotContain("volume/tmp/run");
    assertThat(ofTheProcessor).hasSize(1);
    assertThat(temporary()).isEqualTo(ofTheProcessor);
  }

  @Test
  void aCommandUsesLittleMemory() throws Exception {
    assertThat(call("forget", "T").text()).contains("heap -Xmx96m");
  }

  @Test
  void theProcessorsHeapLeavesMemoryForTheRestOfTheContainer() throws Exception {
    // Given
    Files.writeString(
        folder.resolve("memory.max"), Long.toString(AttackedProcessor.CONTAINER_MIB << 20));

    // When
    ScriptResult result = call("run");

    // Then
    assertThat(result.text()).contains("heap -Xmx" + AttackedProcessor.HEAP_MIB + "m\n");
  }

  @Test
  void temporaryFilesOfAKilledProcessorAreDeletedAtTheNextStart() throws Exception {
    // Given
    Path left = Files.createDirectories(folder.resolve("volume/tmp/run")).resolve("library.so");
    Files.createFile(left);

    // When
    call("run");

    // Then
    assertThat(left).doesNotExist();
  }
}
