package dev.eddyline.topology.drawing;

import dev.eddyline.GeneratedFile;
import dev.eddyline.TestTags;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks topology.txt, the golden file of all topology names, and topology.svg. */
@Tag(TestTags.GOLDEN)
class TopologyFilesTest {

  private static final Path FOLDER = Path.of("topology");

  @Test
  void theTopologyInWordsIsUpToDate() {
    GeneratedFile.check(
        FOLDER.resolve("topology.txt"), TopologyDrawing.text(TopologyDrawing.described()));
  }

  @Test
  void thePictureIsUpToDate() {
    GeneratedFile.check(
        FOLDER.resolve("topology.svg"), TopologyPicture.of(TopologyDrawing.described()));
  }
}
