package dev.eddyline.sessions.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.agents.FreeTexts;
import dev.eddyline.text.Hash;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no version of an agent writes, and half-written files. */
class TolerantReadingTest {

  private static final String GOOD =
      "{'type':'user','uuid':'u1','sessionId':'s1','timestamp':'2026-05-04T08:00:00Z','message':{'role':'user','content':'Go'}}\n";

  @TempDir private Path folder;

  private SessionFixture read(String text) {
    return SessionFixture.read(SessionFixture.write(folder, "s1.jsonl", text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'user','uuid':'u2','message':'secret'}",
        "{'type':'user','uuid':'u2','message':{'content':7}}",
        "{'type':'user','uuid':7,'message':{'content':'secret'}}",
        "{'type':'user','uuid':'u2','sessionId':['secret'],'message':{'content':'secret'}}",
        "{'type':'assistant','uuid':'u2','message':{'content':[{'type':'tool_use','id':'secret','name':{}}]}}",
        "{'type':['secret'],'uuid':'u2'}",
        "{'uuid':'secret'}",
        "['secret']",
        "secret",
        "{'type':'user','secret",
        "{'type':'user'}{'secret':1}",
        "null"
      })
  void aRecordThatCannotBeReadIsCounted_andTheRestGoesOn(String line) {
    // When
    SessionFixture read = read(GOOD + line + "\n\n" + GOOD.replace("u1", "u3"));

    // Then
    assertThat(read.types()).containsExactly("user_message", "user_message");
    assertThat(read.summary().unreadable()).isEqualTo(1);
    assertThat(read.problems())
        .singleElement()
        .asString()
        .startsWith("2: ")
        .doesNotContain("secret");
  }

  @Test
  void aLineThatIsNotUtf8IsCounted() throws IOException {
    // Given
    Path file = SessionFixture.write(folder, "s1.jsonl", GOOD);
    byte[] bytes =
        GOOD.replace('\'', '"').replace("Go", "\u00ff").getBytes(StandardCharsets.ISO_8859_1);
    Files.write(file, bytes, StandardOpenOption.APPEND);

    // When
    SessionFixture read = SessionFixture.read(file);

    // Then
    assertThat(read.events()).hasSize(1);
    assertThat(read.summary().unreadable()).isEqualTo(1);
  }

  @Test
  void aHalfWrittenLastLineIsCounted_andACompleteOneIsRead() {
    // Given
    String second = GOOD.replace("u1", "u2").strip();

    // Then
    assertThat(read(GOOD + second).events()).hasSize(2);
    assertThat(read(GOOD + second.substring(0, 60)).problems())
        .containsExactly("2: the last line is incomplete");
  }

  /** Compresses a file with lines or an array of these records, and damages its end. */
  private Path damaged(String name, int records, boolean isTruncated) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < records; i++) {
      String line = GOOD.replace("u1", "u" + i).replace("Go", "Go " + Hash.id("go" + i)).strip();
      text.append(i == 0 ? "" : name.contains(".jsonl") ? "\n" : ",").append(line);
    }
    String json = name.contains(".jsonl") ? text + "\n" : "[" + text + "]";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
    byte[] compressed = bytes.toByteArray();
    if (isTruncated) {
      compressed = Arrays.copyOf(compressed, compressed.length * 3 / 4);
    } else {
      // the checksum
      compressed[compressed.length - 6] ^= 1;
    }
    return Files.write(folder.resolve(name), compressed);
  }

  @ParameterizedTest
  @CsvSource({
    "a.jsonl.gz, 20, true, ends before its compression does",
    "a.jsonl.gz, 5000, true, ends before its compression does",
    "a.json.gz, 200, true, ends before its compression does",
    "a.jsonl.gz, 20, false, is not valid gzip"
  })
  void aDamagedCompressedFileIsReadAsFarAsPossible(
      String name, int records, boolean isTruncated, String reason) throws IOException {
    // When
    SessionFixture read = SessionFixture.read(damaged(name, records, isTruncated));

    // Then
    assertThat(read.problems())
        .containsExactly("%d: %s".formatted(read.events().size() + 1, reason));
    assertThat(read.events()).hasSizeBetween(isTruncated ? records / 2 : records, records);
    assertThat(read.summary().unreadable()).isEqualTo(1);
  }

  @Test
  void aVeryLongLineIsCounted_andALongTextIsShortened() {
    // Given
    String huge = GOOD.replace("Go", "x".repeat(RecordJson.MAX_BYTES)).replace("u1", "u2");
    String longText = GOOD.replace("Go", "y".repeat(FreeTexts.MAX_LENGTH + 1)).replace("u1", "u3");

    // When
    SessionFixture read = read(GOOD + huge + longText + longText.replace("u3", "u4"));

    // Then
    assertThat(read.problems()).containsExactly("2: must be ≤ 16777216 bytes");
    assertThat(read.texts("text")).hasSize(3);
    assertThat(read.texts("text").get(1))
        .hasSizeLessThan(FreeTexts.MAX_LENGTH + 100)
        .isEqualTo(read.texts("text").get(2));
  }

  @Test
  void aVeryLongRecordOfADocumentIsCounted_andTheNextIsRead() {
    // Given
    String huge =
        "{'type':'user','message':{'a':[%s]}}".formatted("123456789,".repeat(2_000_000) + 1);
    String array = "[%s,%s,%s]".formatted(GOOD, huge, GOOD.replace("u1", "u3"));

    // When
    SessionFixture read = SessionFixture.read(SessionFixture.write(folder, "s1.json", array));

    // Then
    assertThat(read.problems()).containsExactly("2: must be ≤ 16777216 bytes");
    assertThat(read.types()).containsExactly("user_message", "user_message");
  }

  @Test
  void inventedNamesOfToolsAreEscaped() {
    // When
    SessionFixture read =
        read(
            GOOD
                + "{'type':'assistant','uuid':'u2','sessionId':'s1','timestamp':'2026-05-04T08:00:00Z','message':{'content':[{'type':'tool_use','id':'t1','name':'Bash\\n%s'}]}}\n"
                    .formatted("x".repeat(2_000)));

    // Then
    assertThat(read.texts("tool")).singleElement().asString().startsWith("Bash\\n").hasSize(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'taskId':'t','type':'user_message','text':'x'}",
        "{'type':'user','message':'x'}",
        "{'trace':'x','label':'loop'}",
        "{'record_type':'invoice'}",
        "",
        "\n\n",
        "hello",
        "[1,2]"
      })
  void otherFilesAreNoSessions(String text) throws IOException {
    for (String name : new String[] {"a.jsonl", "a.json", "a.traj", "a.txt"}) {
      Path file = SessionFixture.write(folder, name, text);
      assertThat(SessionFiles.detect(file)).as(name).isEmpty();
    }
  }

  @Test
  void manyUnknownTypesDoNotFillTheSummary() {
    // Given
    StringBuilder text = new StringBuilder(GOOD);
    for (int type = 0; type < 1_000; type++) {
      text.append("{'type':'%d%s'}\n".formatted(type, "t".repeat(100)));
    }

    // When
    SessionFixture read = read(text.toString());

    // Then
    assertThat(read.summary().toString()).hasSizeLessThan(3_000).contains("other 970");
  }
}
