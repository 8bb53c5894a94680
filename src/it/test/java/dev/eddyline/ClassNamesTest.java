package dev.eddyline;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class name exists once in the product, the tools and the tests. */
class ClassNamesTest {

  @Test
  void classNamesAreUnique() throws IOException {
    // When
    List<Path> files = new ArrayList<>();
    for (String kind : List.of("main/java", "test/java")) {
      for (Path root : Modules.folders(kind)) {
        try (Stream<Path> tree = Files.walk(root)) {
          tree.filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("package-info.java"))
              .forEach(files::add);
        }
      }
    }
    Map<Path, List<Path>> filesByName = files.stream().collect(groupingBy(Path::getFileName));

    // Then
    assertThat(files).hasSizeGreaterThan(1_000);
    assertThat(filesByName.values()).allMatch(same -> same.size() == 1);
  }
}
