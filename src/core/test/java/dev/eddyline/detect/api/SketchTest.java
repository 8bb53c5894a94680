package dev.eddyline.detect.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.eddyline.TestTags;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.text.Masking;
import dev.eddyline.text.TestCounts;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When two results of a tool are the same (specification, section 2). */
@Tag(TestTags.TRIES)
class SketchTest {

  /** Guards against a hang; what is right takes milliseconds. */
  private static final Duration HANG = Duration.ofSeconds(60);

  private static final double SIMILARITY = 0.95;

  /** A hundred different words. */
  private static final String LONG =
      IntStream.range(0, 100).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));

  @Test
  void ofALongTextAWordInAHundredMakesNoDifference() {
    assertThat(like(LONG, LONG.replace("word50 ", "other "))).isTrue();
    assertThat(like(LONG + " seq 1", LONG + " seq 2")).isTrue();
  }

  @Test
  void ofALongTextElevenWordsInAHundredDo() {
    assertThat(like(LONG, LONG.replace("word1", "other"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"page 1 of 9, page 2 of 9", "queue: 12 pending, queue: 11 pending"})
  void aShortTextIsEqualOrAnother(String one, String other) {
    assertThat(like(one, other)).isFalse();
    assertThat(like(one, one)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "took 3ms, took 9ms",
    "at 2026-03-01T10:00:00Z done, at 2026-03-01T11:30:00Z done",
    "'a  b', 'a b'",
  })
  void whatIsVolatileMakesNoDifference(String one, String other) {
    assertThat(like(one, other)).isTrue();
    assertThat(like(LONG + " " + one, LONG + " " + other)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exit code 0 | exit code 1",
        "Exited with 2 | Exited with 3",
        "status: running | status: done",
        "\"status\": \"running\" | \"status\": \"done\"",
        "{\"state\":\"QUEUED\"} | {\"state\":\"RUNNING\"}",
        "HTTP/1.1 200 OK | HTTP/1.1 503 Service Unavailable",
        "3 failed, 117 passed | 2 failed, 118 passed",
        "Tests run: 120, Failures: 3 | Tests run: 120, Failures: 2",
        "Found 12 errors | Found 11 errors",
        "progress: 45 | progress: 46",
        "done 45 % | done 46 %",
        "45.1% complete | 45.2% complete",
      })
  void codesStatesCountsAndPercentagesAreNeverASmallDifference(String one, String other) {
    assertThat(like(LONG + " " + one, LONG + " " + other)).isFalse();
    assertThat(like(LONG + " " + one, LONG + " " + one)).isTrue();
  }

  @Test
  void differingCountsOfTestsAreNeverASmallDifference() {
    Sketch three = sketch(LONG, false, Optional.of(new TestCounts(3, 10L)));
    Sketch two = sketch(LONG, false, Optional.of(new TestCounts(2, 10L)));

    assertThat(three.isLike(two, SIMILARITY)).isFalse();
    assertThat(three.isLike(three, SIMILARITY)).isTrue();
  }

  @Test
  void errorsThatDifferInNamesOnlyHaveOneTemplate() {
    Sketch jira = sketch("Unknown tool: Jira", true, Optional.empty());
    Sketch zoom = sketch("Unknown tool: Zoom", true, Optional.empty());
    Sketch other = sketch("Permission denied: Zoom", true, Optional.empty());

    assertThat(jira.isLike(zoom, SIMILARITY)).isFalse();
    assertThat(jira.hasTemplateOf(zoom)).isTrue();
    assertThat(jira.hasTemplateOf(other)).isFalse();
  }

  @Test
  void whatIsNoErrorHasNoTemplate() {
    Sketch jira = sketch("Unknown tool: Jira", false, Optional.empty());

    assertThat(jira.hasTemplateOf(jira)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "; a: {'name': 'b', 'args': ",
        "\n: {'args':",
        "status ",
        "exit code ",
        "1%",
        "; ",
        "9"
      })
  void hostileTextCostsNoMoreThanOthers(String piece) {
    String text = piece.repeat(60_000 / piece.length());

    Sketch sketch = assertTimeoutPreemptively(HANG, () -> sketch(text, true, Optional.empty()));

    assertThat(sketch.isLike(sketch, SIMILARITY)).isTrue();
  }

  private static boolean like(String one, String other) {
    return sketch(one, false, Optional.empty())
        .isLike(sketch(other, false, Optional.empty()), SIMILARITY);
  }

  private static Sketch sketch(String output, boolean failed, Optional<TestCounts> counts) {
    EventTexts texts = new EventTexts(new Redaction(200, Redaction.SHIPPED_SECRETS));
    ToolReturned returned = new ToolReturned("c", "tool", output, failed);
    return Sketch.in(returned, texts, Masking.shipped(), counts).orElseThrow();
  }
}
