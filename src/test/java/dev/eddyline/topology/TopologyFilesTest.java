package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds topology.txt and topology.svg to the running code. */
class TopologyFilesTest {

  @ParameterizedTest
  @ValueSource(strings = {"topology.txt", "topology.svg"})
  void theFileIsWhatTheCodeWrites(String name, @TempDir Path folder) throws IOException {
    // When
    TopologyDrawing.main(new String[] {folder.toString()});

    // Then
    Path file = Path.of("topology", name);
    assertThat(file)
        .as(
            "%s shows another topology than the code has; write it anew with%n%n  %s%n%n",
            file, TopologyDrawing.COMMAND)
        .exists()
        .hasSameTextualContentAs(folder.resolve(name));
  }
}
