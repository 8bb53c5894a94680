package dev.eddyline.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.sessions.file.SessionFixture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that grow, are replaced, truncated and renamed while they are followed. */
class SessionFollowerTest {

  @TempDir private Path folder;

  private final RecordedTarget target = new RecordedTarget();
  private final StringWriter problems = new StringWriter();
  private Path sessions;
  private Path state;
  private SessionFollower follower;

  @BeforeEach
  void start() throws IOException {
    sessions = Files.createDirectory(folder.resolve("sessions"));
    state = folder.resolve("state/import.json");
    restart();
  }

  /** A new process with the same state. */
  private void restart() throws IOException {
    PrintWriter printed = new PrintWriter(problems, true);
    follower =
        new SessionFollower(List.of(sessions), state, new ImportQueue(target, printed), printed);
  }

  /** A line with a call of this session. */
  private static String call(String session, int number) {
    return "{'type':'assistant','uuid':'%1$s-%2$d','sessionId':'%1$s','timestamp':'2026-05-04T08:00:00Z','message':{'content':[{'type':'tool_use','id':'t%2$d','name':'Bash','input':{'command':'make'}}]}}\n"
        .formatted(session, number)
        .replace('\'', '"');
  }

  private static String calls(String session, int from, int to) {
    return String.join(
        "", IntStream.range(from, to).mapToObj(number -> call(session, number)).toList());
  }

  private static String result(String session, int number) {
    return "{'type':'user','uuid':'%1$s-r%2$d','sessionId':'%1$s','timestamp':'2026-05-04T08:00:00Z','message':{'content':[{'type':'tool_result','tool_use_id':'t%2$d','content':'x'}]}}\n"
        .formatted(session, number)
        .replace('\'', '"');
  }

  private static List<String> ids(String session, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj("%s:t%%d:called".formatted(session)::formatted)
        .toList();
  }

  private Path append(String name, String text) throws IOException {
    return Files.writeString(
        sessions.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void aGrowingFileIsReadOnce_andAHalfWrittenLineWhenItIsComplete() throws IOException {
    // Given
    String third = call("s", 2);
    append("s.jsonl", calls("s", 0, 2) + third.substring(0, 50));

    // When
    follower.poll();
    List<String> before = List.copyOf(target.ids());
    follower.poll();
    append("s.jsonl", third.substring(50));
    follower.poll();
    follower.poll();

    // Then
    assertThat(before).isEqualTo(ids("s", 0, 2));
    assertThat(target.ids()).isEqualTo(ids("s", 0, 3));
    assertThat(problems.toString()).isEmpty();
  }

  @Test
  void newFilesInAFolderAreFound() throws IOException {
    // Given
    append("s.jsonl", "");
    append("notes.jsonl", "hello\n");
    follower.poll();

    // When
    append("s.jsonl", call("s", 0));
    Files.createDirectories(sessions.resolve("p"));
    append("p/q.jsonl", call("q", 0));
    follower.poll();

    // Then
    assertThat(target.ids()).containsExactlyInAnyOrder("s:t0:called", "q:t0:called");
  }

  @Test
  void aRestartContinuesWhereTheTargetAccepted_withTheContextOfEarlierLines() throws IOException {
    // Given
    append("s.jsonl", calls("s", 0, 700));
    follower.poll();
    restart();
    follower.poll();
    assertThat(target.ids()).isEqualTo(ids("s", 0, 700));

    // When
    append("s.jsonl", result("s", 699));
    restart();
    follower.poll();

    // Then
    assertThat(target.ids()).hasSize(701).last().isEqualTo("s:t699:returned");
  }

  @Test
  void anUnavailableTargetLosesNothing() throws IOException {
    // Given
    append("s.jsonl", calls("s", 0, 3));
    target.failNext(2);

    // When
    follower.poll();

    // Then
    assertThat(target.ids()).isEqualTo(ids("s", 0, 3));
    assertThat(problems.toString()).contains("unavailable");
  }

  @Test
  void theStateAdvancesOnlyAfterTheTargetAccepted() throws IOException {
    // Given
    append("s.jsonl", calls("s", 0, 3));
    target.failNext(Integer.MAX_VALUE);
    Thread stopped = new Thread(() -> follow(follower));
    stopped.start();
    await().until(() -> problems.toString().contains("unavailable"));
    stopped.interrupt();
    await().until(() -> !stopped.isAlive());

    // When
    target.failNext(0);
    restart();
    follower.poll();

    // Then
    assertThat(target.ids()).isEqualTo(ids("s", 0, 3));
  }

  private static void follow(SessionFollower follower) {
    try {
      follower.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTruncatedFileIsReadFromItsStart() throws IOException {
    // Given
    Path file = append("s.jsonl", calls("s", 0, 9));
    follower.poll();

    // When
    Files.writeString(file, calls("s", 20, 22));
    follower.poll();
    append("s.jsonl", call("s", 22));
    follower.poll();

    // Then
    assertThat(target.ids().subList(9, target.ids().size())).isEqualTo(ids("s", 20, 23));
  }

  @Test
  void aFileThatWasRewrittenWithOtherLinesIsReadFromItsStart() throws IOException {
    // Given
    Path file = append("s.jsonl", calls("s", 0, 2));
    follower.poll();

    // When
    Files.writeString(file, calls("s", 20, 29));
    follower.poll();

    // Then
    assertThat(target.ids().subList(2, target.ids().size())).isEqualTo(ids("s", 20, 29));
  }

  @Test
  void theRestOfARotatedFileIsReadBeforeTheNewOne() throws IOException {
    // Given
    Path file = append("s.jsonl", calls("s", 0, 2));
    follower.poll();

    // When
    append("s.jsonl", call("s", 2));
    Files.move(file, sessions.resolve("s.jsonl.1"));
    append("s.jsonl", calls("s", 3, 5));
    follower.poll();
    follower.poll();

    // Then
    assertThat(target.ids()).isEqualTo(ids("s", 0, 5));
  }

  @Test
  void theRestOfAFileThatWasRotatedDuringARestartIsReadToo() throws IOException {
    // Given
    Path file = append("s.jsonl", calls("s", 0, 2));
    follower.poll();

    // When
    append("s.jsonl", call("s", 2));
    Files.move(file, sessions.resolve("s.jsonl.1"));
    append("s.jsonl", calls("s", 3, 5));
    restart();
    follower.poll();

    // Then
    assertThat(target.ids()).isEqualTo(ids("s", 0, 5));
  }

  @Test
  void aCopyThatReplacesAFileContinuesIt() throws IOException {
    // Given
    Path file = append("s.jsonl", calls("s", 0, 4));
    follower.poll();

    // When
    Path copy = Files.writeString(folder.resolve("copy"), calls("s", 0, 6));
    Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
    restart();
    follower.poll();

    // Then
    assertThat(target.ids()).isEqualTo(ids("s", 0, 6));
  }

  @Test
  void aSessionThatIsRewrittenGivesEachEventOnce() throws IOException {
    // Given
    String step = "{'action':'ls','observation':'%d'}";
    Path file =
        SessionFixture.write(sessions, "a.traj", "{'trajectory':[" + step.formatted(1) + "]}");
    follower.poll();
    int first = target.ids().size();
    restart();

    // When
    follower.poll();
    SessionFixture.write(
        sessions, "a.traj", "{'trajectory':[" + step.formatted(1) + "," + step.formatted(2) + "]}");
    restart();
    follower.poll();

    // Then
    assertThat(file).exists();
    assertThat(first).isEqualTo(2);
    assertThat(target.ids()).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void aDeletedFileIsNoProblem() throws IOException {
    // Given
    Path file = append("s.jsonl", calls("s", 0, 2));
    follower.poll();

    // When
    Files.delete(file);
    follower.poll();
    follower.poll();
    append("s.jsonl", calls("s", 2, 4));
    follower.poll();

    // Then
    assertThat(target.ids()).isEqualTo(ids("s", 0, 4));
    assertThat(problems.toString()).isEmpty();
  }

  @Test
  void anotherFileIsNotTakenForAState() throws IOException {
    // Given
    Path other = Files.writeString(folder.resolve("other.json"), "{\"a\":1}");
    PrintWriter printed = new PrintWriter(problems, true);
    ImportQueue queue = new ImportQueue(target, printed);

    // When
    var starting =
        assertThatThrownBy(() -> new SessionFollower(List.of(sessions), other, queue, printed));

    // Then
    starting.isInstanceOf(InvalidSettingException.class).hasMessageContaining("--state");
  }
}
