package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
import dev.eddyline.TestTags;
import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.schema.FoundLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sequences of tool calls that other guards are tested with, and what {@code repeated_action} finds
 * in them: where users complain about those guards, the opposite.
 */
@NeedsSharedData
@Tag(TestTags.SHARED)
class PeerCasesTest {

  /**
   * Case | keys of the policy | results | first loop and the number of its event | what is tried.
   * Where a case has no results: "same" gives a call what it gave before, "moving" something new,
   * "frozen" all calls the same, "none" nothing.
   */
  private static final String PLAYED =
      """
      gem-11 | | same | cycle@17 | FALSE NEGATIVE there: a rotation of six
      gem-13 | | same | exact@3 | FALSE NEGATIVE there: reordered keys
      qwn-22 | | same | cycle@8 | missed there: a rotation of three
      qwn-38 | | none | none | a loop there: equal calls with new results
      gem-03 | | same | cycle@8 | missed there: three rounds of three
      gem-07 | | same | cycle@5 | missed there: two calls in turns
      gem-08 | | same | cycle@5 | ten calls needed there
      gem-09 | | same | cycle@8 | fifteen calls needed there
      gem-10 | | same | cycle@14 | twenty-five calls needed there
      gem-12 | | same | none | a circle that is broken
      gem-14 | | moving | none | edit and re-run of the same test
      gem-01 | | same | exact@3 | four equal calls
      gem-01 | | moving | none | four equal calls with new results
      gem-02 | | same | exact@3 | five equal calls
      gem-02 | | none | none | five equal calls without results
      gem-02 | missingOutcome: counts | none | exact@3 | the same where they count
      gem-04 | | same | exact@3 | thoughts between
      gem-06 | enabled: false | same | none | switched off
      qwn-01 | | same | exact@3 | five equal calls
      qwn-02 | | same | exact@3 | reordered keys
      qwn-03 | calls: 5 | same | none | a provider's retry
      qwn-18 | | same | none | a provider's retry
      qwn-12 | | moving | none | reading eight files
      qwn-13 | | moving | none | looking round
      qwn-14 | | moving | none | tools whose names sound alike
      qwn-15 | | moving | none | a loop there: eight searches with results
      qwn-15 | | frozen | none | eight searches for different things, with one short result
      qwn-16 | | moving | none | searches with results
      qwn-17 | | same | none | equal calls, different successful work between
      qwn-19 | | same | cycle@5 | two calls in turns
      qwn-20 | | moving | none | tools in turns with other arguments
      qwn-21 | | same | interleaved@9 | two calls in turns, another between
      qwn-23 | | moving | none | a hundred different calls
      qwn-30 | | none | none | a status that moves
      qwn-31 | | none | exact@7 | a status that does not
      qwn-32 | | none | none | a poll without results
      qwn-32 | missingOutcome: counts | none | exact@3 | the same where they count
      qwn-33 | | none | exact@13 | a status that moved once
      qwn-34 | missingOutcome: counts | none | interleaved@16 | a frozen status and other work
      qwn-35 | missingOutcome: counts | none | none | a status that goes to and fro
      qwn-36 | missingOutcome: counts | none | none | a status that moves, in turns with work
      qwn-37 | missingOutcome: counts | none | cycle@8 | a frozen status, in turns with work
      cln-01 | calls: 3 | same | exact@2 | three equal calls
      cln-02 | calls: 3 | same | none | a new run between
      cln-03 | enabled: false | same | none | switched off
      cln-04 | | same | exact@3 | five equal calls
      """;

  /** Kinds of events of which this rule knows nothing, and what does. */
  private static final Map<String, String> OTHER_EVENTS =
      Map.of(
          "content", "streamed text is no event of ours",
          "turn_start", "no model judges a conversation here",
          "failure", "identical_failure",
          "collab_request", "collaboration_loop",
          "transition", "transition_pattern, oscillating_cycle",
          "tool_batch", "calls as unordered sets are no event of ours",
          "disable_session", "muting is the policy's");

  /** Single cases that are left out, and why. */
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "gem-57", "two strikes are the ladder of actions",
          "qwn-05", "knows what a shell command does",
          "qwn-06", "knows what a shell command does",
          "qwn-07", "knows what a shell command does",
          "qwn-08", "knows what a shell command does",
          "qwn-09", "an agent's words: repeated_message",
          "qwn-10", "an agent's words: repeated_message",
          "qwn-11", "an agent's words: repeated_message");

  /** The caps on the number of calls, which are not repetitions. */
  private static final String CAPS = "qwn-24 qwn-25 qwn-26";

  private static final Map<String, JsonNode> CASE = new LinkedHashMap<>();

  private final DetectorHarness<ActionHistory, RepeatedActionLimits> tools =
      DetectorHarness.ofActions();
  private String answers;
  private int called;
  private int replayed = Integer.MAX_VALUE;

  @BeforeAll
  static void readThem() throws IOException {
    Path cases = SharedData.path("peer_cases.jsonl");
    ObjectMapper json = new ObjectMapper();
    for (String line : Files.readAllLines(cases)) {
      JsonNode one = json.readTree(line);
      CASE.put(one.path("id").asText(), one.path("events"));
    }
  }

  static Stream<String> played() {
    return PLAYED.lines();
  }

  @ParameterizedTest
  @MethodSource("played")
  void firstLoopOfEachCaseMatchesTheSpecification(String line) {
    // Given
    String[] row = line.split(" *\\| *");
    tools.withLimits(RepeatedActionPolicy.of(row[1]));
    answers = row[2];

    // When
    String found = play(CASE.get(row[0]));

    // Then
    assertThat(found).isEqualTo(row[3]);
  }

  @Test
  void noCaseIsLeftOutWithoutAReason() {
    // Given
    TreeSet<String> unexplained = new TreeSet<>(CASE.keySet());

    // When
    played().forEach(line -> unexplained.remove(line.split(" ")[0]));
    unexplained.removeAll(LEFT_OUT.keySet());
    unexplained.removeIf(CAPS::contains);
    unexplained.removeIf(
        id -> OTHER_EVENTS.keySet().stream().anyMatch(kind -> has(CASE.get(id), kind)));

    // Then
    assertThat(unexplained).isEmpty();
  }

  private static boolean has(JsonNode events, String kind) {
    return events.findValuesAsText("kind").contains(kind);
  }

  private String play(JsonNode events) {
    for (int number = 0; number < events.size(); number++) {
      Optional<FoundLoop> found = happens(events.get(number));
      if (found.isPresent()) {
        return found.get().getPattern() + "@" + number;
      }
    }
    return "none";
  }

  private Optional<FoundLoop> happens(JsonNode event) {
    String tool = event.path("name").asText();
    return switch (event.path("kind").asText()) {
      case "retry" -> {
        replayed = 0;
        yield Optional.empty();
      }
      case "reset" -> tools.receivesUserMessage("a new run");
      case "observation" ->
          tools.returnsResult("c" + (called - 1), tool, event.path("text").asText());
      case "tool_call" -> {
        Optional<FoundLoop> found = calls(tool, event.path("args").toString());
        Optional<FoundLoop> answered = answers(tool, event.path("args"));
        yield found.or(() -> answered);
      }
      default -> Optional.empty();
    };
  }

  /** A call; after a provider's retry, of the calls before it one after the other. */
  private Optional<FoundLoop> calls(String tool, String arguments) {
    String id = "c" + called++;
    return replayed < called - 1
        ? tools.retriesCall(id, tool, arguments, "c" + replayed++)
        : tools.callsTool(id, tool, arguments);
  }

  private Optional<FoundLoop> answers(String tool, JsonNode arguments) {
    String id = "c" + (called - 1);
    return switch (answers) {
      case "same" -> tools.returnsResult(id, tool, "done " + sorted(arguments));
      case "moving" -> tools.returnsResult(id, tool, "done " + called);
      case "frozen" -> tools.returnsResult(id, tool, "nothing found");
      default -> Optional.empty();
    };
  }

  private static Map<String, String> sorted(JsonNode arguments) {
    Map<String, String> fields = new TreeMap<>();
    arguments.properties().forEach(field -> fields.put(field.getKey(), "" + field.getValue()));
    return fields;
  }
}
