package dev.eddyline.replay;

import static dev.eddyline.replay.InputLineFixtures.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files, folders and standard input. */
class InputFilesTest {

  @TempDir private Path folder;

  private static List<String> read(String file) throws IOException {
    List<String> lines = new ArrayList<>();
    InputFiles.read(file, (name, line, text) -> lines.add(line + " " + text));
    return lines;
  }

  @Test
  void folderExpandsToItsJsonlFilesInPathOrder() throws IOException {
    // Given
    Path later = file(folder, "b.jsonl", "1");
    Path deep = file(folder, "a/z.jsonl", "2");
    file(folder, "a/notes.txt", "no events");
    Path single = file(folder, "a/notes.md", "events under another name");

    // When
    List<String> files =
        InputFiles.expand(List.of(single.toString(), "-", folder.toString(), later.toString()));

    // Then
    assertThat(files)
        .containsExactly(
            single.toString(), "-", deep.toString(), later.toString(), later.toString());
  }

  @Test
  void aFolderWithoutJsonLinesIsNamed() {
    // Given
    file(folder, "notes.txt", "no events");

    // When
    var expanding = assertThatThrownBy(() -> InputFiles.expand(List.of(folder.toString())));

    // Then
    expanding
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder + ": no file named *.jsonl");
  }

  @Test
  void aFileThatIsNotThereIsNamedBeforeAnythingIsRead() {
    // Given
    String there = file(folder, "a.jsonl", "1").toString();
    String missing = folder.resolve("b.jsonl").toString();

    // When
    var expanding = assertThatThrownBy(() -> InputFiles.expand(List.of(there, missing)));

    // Then
    expanding.isInstanceOf(IOException.class).hasMessageStartingWith(missing + ": no such file");
  }

  @Test
  void standardInputCannotBeNamedTwice() {
    // When
    var expanding = assertThatThrownBy(() -> InputFiles.expand(List.of("-", "-")));

    // Then
    expanding.isInstanceOf(IOException.class).hasMessageContaining("read only once");
  }

  @Test
  void lineNumbersStartAtOneAndCountBlankLines() throws IOException {
    // Given
    Path file = folder.resolve("a.jsonl");
    Files.writeString(file, "a\r\n\r\n  \nb");

    // When
    List<String> lines = read(file.toString());

    // Then
    assertThat(lines).containsExactly("1 a", "2 ", "3   ", "4 b");
  }

  @Test
  void bytesThatAreNotUtf8AreReplaced() throws IOException {
    // Given
    Path file = folder.resolve("a.jsonl");
    Files.write(file, new byte[] {'a', (byte) 0xff, 'b', '\n', 'c'});

    // When
    List<String> lines = read(file.toString());

    // Then
    assertThat(lines).containsExactly("1 a\ufffdb", "2 c");
  }

  @Test
  void aPipeIsReadFromItsFirstByte() throws Exception {
    // Given
    Path pipe = folder.resolve("events");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer = new ProcessBuilder("sh", "-c", "seq 1 20 > \"$0\"", pipe.toString()).start();

    // When
    List<String> lines;
    try {
      lines = read(pipe.toString());
    } finally {
      writer.destroy();
    }

    // Then
    assertThat(lines).hasSize(20).startsWith("1 1", "2 2").endsWith("20 20");
  }

  @Test
  void aDashIsStandardInput() throws IOException {
    // Given
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("x\ny\n".getBytes(StandardCharsets.UTF_8)));

    // When
    List<String> lines;
    try {
      lines = read("-");
    } finally {
      System.setIn(before);
    }

    // Then
    assertThat(lines).containsExactly("1 x", "2 y");
  }

  @ParameterizedTest
  @CsvSource({
    "a\u00c3, 2",
    "\u00ff, 1",
    "ab\u00e2\u0082x, 3",
    "a\u00c3\u00a4, 0",
    "\u00ef\u00bf\u00bd, 0"
  })
  void aLineThatIsNotUtf8IsReportedWithItsFirstInvalidByte(String bytes, int invalidByte)
      throws IOException {
    Path file =
        Files.write(folder.resolve("bytes.jsonl"), bytes.getBytes(StandardCharsets.ISO_8859_1));
    List<Integer> invalidBytes = new ArrayList<>();

    InputFiles.read(
        file.toString(),
        new InputFiles.LineConsumer() {
          @Override
          public void acceptLine(String name, long line, String text) {
            invalidBytes.add(0);
          }

          @Override
          public void acceptInvalidLine(String name, long line, String text, int first) {
            invalidBytes.add(first);
          }
        });

    assertThat(invalidBytes).containsExactly(invalidByte);
  }

  @ParameterizedTest
  @CsvSource({"'a\nb\n', a b", "'a\r\nb', a b", "'a\rb\r', a b", "'a\n\nb', a  b", "'', ''"})
  void linesEndInAnyUsualWay(String text, String expected) throws IOException {
    Path file = Files.writeString(folder.resolve("lines.jsonl"), text);
    List<String> lines = new ArrayList<>();

    InputFiles.read(file.toString(), (name, line, read) -> lines.add(read));

    assertThat(String.join(" ", lines)).isEqualTo(expected);
  }
}
