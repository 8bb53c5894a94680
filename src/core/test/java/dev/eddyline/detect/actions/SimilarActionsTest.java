package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of one tool whose results are alike (specification, section 2: near and stagnant). */
class SimilarActionsTest {

  private static final String LONG =
      IntStream.range(0, 40).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));

  private final DetectorHarness<ActionHistory, RepeatedActionLimits> tools =
      DetectorHarness.ofActions().withLimits(RepeatedActionPolicy.of());

  @Test
  void fourthSimilarFailureWithSimilarArgumentsIsLoop() {
    // When
    List<String> found = found(6, i -> tools.callsAndFails("read", spelling(i), "No such file"));

    // Then
    assertThat(found).containsExactly("", "", "", "near 4", "near 5", "near 6");
  }

  @Test
  void errorsThatDifferOnlyInNamesAreSimilar() {
    // When
    List<String> found =
        found(
            4,
            i ->
                tools.callsAndFails(
                    "read", spelling(i), "No such file: '" + "./".repeat(i) + "File.java'"));

    // Then
    assertThat(found).containsExactly("", "", "", "near 4");
  }

  @Test
  void errorsThatDifferOtherwiseAreNot() {
    List<String> causes = List.of("no such file", "permission denied", "is a directory", "gone");

    assertThat(found(4, i -> tools.callsAndFails("read", path("f" + i), causes.get(i))))
        .containsOnly("");
  }

  @Test
  void argumentsThatDifferMuchAreAnotherAttempt() {
    List<String> commands =
        List.of("cat /etc/hosts", "curl example.org", "make all", "npm test now");

    assertThat(found(4, i -> tools.callsAndFails("bash", commands.get(i), "no shell here")))
        .containsOnly("");
  }

  @Test
  void theLoopOfNearCallsNamesTheTool() {
    // Given
    found(3, i -> tools.callsAndFails("read", spelling(i), "No such file"));

    // When
    FoundLoop loop = tools.callsAndFails("read", spelling(3), "No such file").orElseThrow();

    // Then
    assertThat(loop.getIdentity()).isEqualTo("tool read");
    assertThat(loop.getPeriod()).isEqualTo(1);
    assertThat(loop.getLimit()).isEqualTo(4);
    assertThat(loop.getMeasured()).isEqualTo(4);
    assertThat(loop.getFirstEventId()).isEqualTo("e2");
    assertThat(loop.getReason())
        .isEqualTo("read failed the same way 4 times running, with arguments that differ little");
    assertThat(loop.getEvidence())
        .extracting(Evidence::getEventId)
        .containsExactly("e2", "e4", "e6", "e8");
  }

  @Test
  void theSixthCallWithOtherArgumentsAndTheSameResultIsALoop() {
    // When
    List<String> found = found(8, i -> tools.callsAndReturns("search", query(i), "No results"));

    // Then
    assertThat(found).containsExactly("", "", "", "", "", "stagnant 6", "stagnant 7", "stagnant 8");
  }

  @Test
  void loopOfStagnantCallsIncludesItsFirstEvent() {
    // Given
    tools.callsAndReturns("other", "{}", "x");
    found(39, i -> tools.callsAndReturns("search", query(i), "No results"));

    // When
    FoundLoop loop = tools.callsAndReturns("search", query(39), "No results").orElseThrow();

    // Then
    assertThat(loop.getReason())
        .isEqualTo("search gave the same result 40 times running, with other arguments each time");
    assertThat(loop.getFirstEventId()).isEqualTo("e4");
    assertThat(loop.getCostBefore().getTokens()).isEqualTo(30);
    assertThat(loop.getEvidence()).hasSize(7);
    assertThat(loop.getEvidence()).extracting(Evidence::getWhat).containsOnly("search: No results");
  }

  @Test
  void newResultRestartsTheRun() {
    found(5, i -> tools.callsAndReturns("search", query(i), "No results"));
    tools.callsAndReturns("search", query(5), "3 results");

    assertThat(found(5, i -> tools.callsAndReturns("search", query(i + 6), "No results")))
        .containsOnly("");
  }

  @Test
  void repeatedArgumentsDoNotCountAsDifferentArguments() {
    found(5, i -> tools.callsAndReturns("search", query(i), "No results"));

    assertThat(tools.callsAndReturns("search", query(4), "No results")).isEmpty();
    assertThat(tools.callsAndReturns("search", query(5), "No results")).isPresent();
  }

  @Test
  void equallyAcknowledgedEditsWithTestsBetweenAreNoLoop() {
    assertThat(
            found(
                12,
                i -> {
                  tools.callsAndReturns("test", "{}", "failing: " + (40 - i));
                  return tools.callsAndReturns("edit", query(i), "ok");
                }))
        .containsOnly("");
  }

  @Test
  void repeatedLongResultWithLittleOtherWorkIsALoop() {
    // When
    List<String> found =
        found(
            6,
            i -> {
              if (i % 3 == 2) {
                tools.callsAndReturns("look", query(i), "at " + i);
              }
              return tools.callsAndReturns("fix", query(i), LONG);
            });

    // Then
    assertThat(found).containsExactly("", "", "", "", "", "stagnant 6");
  }

  @Test
  void repeatedLongResultWithMuchOtherWorkIsNoLoop() {
    assertThat(
            found(
                20,
                i -> {
                  tools.callsAndReturns("look", query(i), "at " + i);
                  return tools.callsAndReturns("note", query(i), LONG);
                }))
        .containsOnly("");
  }

  @Test
  void callsOutsideTheWindowDoNotCount() {
    tools.withLimits(RepeatedActionPolicy.of("window: 10m"));
    found(5, i -> tools.callsAndReturns("search", query(i), "No results"));
    tools.advanceTime(Duration.ofMinutes(10));

    assertThat(tools.callsAndReturns("search", query(5), "No results")).isEmpty();
  }

  @Test
  void eachPatternCanBeSwitchedOffAlone() {
    tools.withLimits(RepeatedActionPolicy.of("patterns: [exact, cycle, interleaved, stagnant]"));

    assertThat(found(6, i -> tools.callsAndFails("read", spelling(i), "No such file")))
        .containsExactly("", "", "", "", "", "stagnant 6");
  }

  private static List<String> found(int times, IntFunction<Optional<FoundLoop>> action) {
    return IntStream.range(0, times)
        .mapToObj(action)
        .map(found -> found.map(loop -> loop.getPattern() + " " + loop.getOccurrences()).orElse(""))
        .toList();
  }

  private static String path(String path) {
    return "{\"path\":\"" + path + "\"}";
  }

  @Test
  void differentFilesThatAreAllMissingAreNoLoop() {
    List<String> places = List.of("/etc/app.yml", "/opt/app/a.yml", "/srv/conf.yml", "/usr/x.yml");

    assertThat(found(8, i -> tools.callsAndFails("read", path(places.get(i % 4)), "No such file")))
        .containsOnly("");
  }

  @Test
  void searchesForDifferentThingsThatAllFindNothingAreNoLoop() {
    List<String> names =
        List.of("anna", "berta", "clara", "doris", "elsa", "frida", "gerda", "hanna");

    assertThat(found(8, i -> tools.callsAndReturns("search", path(names.get(i)), "No results")))
        .containsOnly("");
  }

  @ParameterizedTest
  @CsvSource({
    "refreshToken, refresh_token",
    "refreshToken, REFRESH-TOKEN",
    "refresh token, token of refresh",
    "https://a.example/docs, http://www.a.example/docs/",
    "config/app.yml, /repo/./config/app.yml"
  })
  void spellingsOfOneThingThatIsNotFoundAreALoop(String name, String spelling) {
    assertThat(
            found(
                6,
                i ->
                    tools.callsAndReturns(
                        "search", path(i % 2 == 0 ? name : spelling), "No results")))
        .containsExactly("", "", "", "", "", "cycle 3");
    assertThat(
            found(
                7,
                i ->
                    tools.callsAndReturns(
                        "find", path((i % 2 == 0 ? name : spelling) + "?".repeat(i)), "nothing")))
        .containsExactly("", "", "", "", "", "stagnant 6", "stagnant 7");
  }

  /** A spelling of one file. */
  private static String spelling(int number) {
    return path("./".repeat(number) + "src/File.java");
  }

  /** A spelling of one query. */
  private static String query(int number) {
    return "{\"query\":\"q" + "?".repeat(number) + "\"}";
  }
}
