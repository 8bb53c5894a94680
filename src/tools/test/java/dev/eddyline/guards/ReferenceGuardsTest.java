package dev.eddyline.guards;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule of a guard, where it fires and where it just does not. */
class ReferenceGuardsTest {

  /** Guard | run, in the words of {@link GuardRun#parse} | indices of the alarms | rule. */
  private static final String CASES =
      """
      OpenHands V0 | a=1 a=2 a=3 a=4 | 7 | four equal calls with any output
      OpenHands V0 | a=1 a=2 a=3 b=1 a=4 | | another call in between
      OpenHands V0 | a=1 a=2 a=3 | | three equal calls
      OpenHands V0 | a!x a!y a!z | 5 | three equal calls that fail
      OpenHands V0 | a!x a!y a=z | | the third succeeds
      OpenHands V0 | "x "x "x | 2 | three equal messages
      OpenHands V0 | "x "x a=1 "x | | a result in between
      OpenHands V0 | "x "x "y | | another message
      OpenHands V0 | ~x ~x ~x | | thoughts are not messages
      OpenHands V0 | a=1 b=1 a=2 b=2 a=3 b=3 | 11 | two calls that alternate
      OpenHands V0 | a=1 b=1 a=2 b=2 a=3 c=3 | | the last call differs
      OpenHands V0 | a=1 a=2 user a=3 a=4 | | a user message restarts
      OpenHands SDK | a=1 a=1 a=1 a=1 | 7 | four equal calls with the same output
      OpenHands SDK | a=1 a=1 a=1 a=2 | | the output differs
      OpenHands SDK | a!x a!y a!z | 5 | three equal calls that fail
      OpenHands SDK | a!x a!y b!z | | another call
      OpenHands SDK | "x "y "z | 2 | three messages
      OpenHands SDK | "x "y a "z | | a call in between
      OpenHands SDK | a=1 b=2 a=1 b=2 a=1 b=2 | 11 | alternation
      OpenHands SDK | a=1 b=2 a=1 b=2 a=1 b=3 | | the output differs
      Gemini CLI | a a a a a | 4 | five equal calls
      Gemini CLI | a a a a user a | | a user message restarts
      Qwen Code | a a a a a | 4 | five equal calls
      Qwen Code | a b a b a b | | alternation is an opt-in rule
      Qwen Code, opt-in rules | a b a b a b | 5 | alternation
      Qwen Code, opt-in rules | a b a b a | | one call less
      Goose | a!x b!x c!x d | 6 | the fourth call of a tool that failed the same way
      Goose | a!x b!x c!x d!x e!x f!x g | 6 12 | the count restarts after an alarm
      Goose | a!x b!x c!y d | | another error
      Goose | a!x b!x c=x d | | a success
      Goose | a!x b!x c!x list:d e | | a call of another tool
      Roo Code | a a a a | 3 | the fourth equal call
      Roo Code | a a a | | three equal calls
      Roo Code | a a a a a a a a | 3 7 | the count restarts after an alarm
      Cline | a a a a a | 4 | five equal calls
      Cline | a a a a user a | | a new run
      Cline, soft limit | a a a | 2 | three equal calls
      Cline, soft limit | a a b a | | another call
      opencode | a a a | 2 | three equal calls
      opencode | a ~x a ~x a | 4 | thoughts in between
      opencode | a "x a "x a | | messages in between
      opencode | a a user a | | a user message restarts
      OpenClaw | 20*a=1 a | 40 | a call after twenty with the same result
      OpenClaw | 19*a=1 a | | nineteen
      OpenClaw | 19*a=1 a=2 a | | the last result differs
      OpenClaw | 19*a=took_1ms a=took_7ms a | 40 | a duration differs
      OpenClaw | 20*a=1 b | | another call
      OpenClaw | 10*a=1,b=2 a | 40 | alternation with stable results
      OpenClaw | 9*a=1,b=2 a=1 b=3 a | | the last result differs
      DeerFlow | a=1 b=1 a=1 c=1 a=1 d=1 a=1 e=1 a=1 | 16 | five equal calls within twenty
      DeerFlow | a=1 b=1 a=1 c=1 a=1 d=1 a=1 e=1 | | four
      Stella | a=1 a=1 a=1 | 5 | three equal calls with the same result
      Stella | a=1 a=1 a=2 | | the result differs
      Stella | a a a | | the results are unknown
      Stella | 3*a=1,b=2,c=3,d=4 | 23 | a cycle of four
      Stella | 3*a=1,b=2,c=3,d=4,e=5 | | a cycle of five
      Stella | a=0 b=0 c=0 d=0 e=0 f=0 | 11 | one tool, one result, six arguments
      Stella | a=0 b=0 c=0 d=0 e=0 f=1 | | the result differs
      OpenRouter | a=1 a=2 a=3 | 4 | three equal turns of a tool
      OpenRouter | a=1 list:x=1 a=2 list:y=1 a=3 | 8 | another tool in between
      OpenRouter | a a a=1 a=1 | | one turn, and another
      CrewAI | a a | 1 | two equal calls
      CrewAI | a b a | | another call in between
      """;

  static Stream<String> cases() {
    return CASES.lines();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void guardFiresAtTheseEvents(String line) {
    // Given
    String[] row = line.split(" *\\| *");

    // When
    List<Integer> alarms = guard(row[0]).alarms(GuardRun.parse(row[1]));

    // Then
    assertThat(alarms.stream().map(String::valueOf).collect(joining(" "))).isEqualTo(row[2]);
  }

  @Test
  void longTextsEndNoGuard() {
    String line = "\\\"quoted\\\" 'a' `b`: 1 && git status\\n".repeat(20_000);
    List<AgentEvent> run = new ArrayList<>();
    GuardRun made = GuardRun.of(run::add);
    made.happens(new ToolCalled("c1", "shell", "{\"command\":\"" + line + "\"}", null, null));
    made.happens(new ToolReturned("c1", "shell", line, true));
    made.happens(new ResponseProduced("message", line));
    made.fails(line);

    for (ReferenceGuard guard : ReferenceGuards.ALL) {
      // the message chants, which some guards see
      assertThat(guard.alarms(run)).as(guard.name()).isSubsetOf(2);
    }
  }

  @Test
  void everyGuardHasItsCases() {
    // Given
    Set<String> tried = cases().map(line -> line.split(" *\\| *")[0]).collect(toSet());

    // When
    Set<String> names = ReferenceGuards.ALL.stream().map(ReferenceGuard::name).collect(toSet());

    // Then
    // the peer cases have those of TheAppApp and Strands, which see all agents of a task
    tried.addAll(List.of("TheAppApp", "Strands"));
    assertThat(tried).isEqualTo(names);
    assertThat(names).hasSameSizeAs(ReferenceGuards.ALL);
  }

  @Test
  void sessionsOfATaskAreCountedApart_butFailuresOfATaskTogether() {
    // Given
    List<AgentEvent> run = new ArrayList<>();
    GuardRun made = GuardRun.of(run::add);
    IntStream.range(0, 3)
        .forEach(
            number -> made.inSession("s" + number).byAgent("agent" + number).fails("it is broken"));
    IntStream.range(0, 3).forEach(number -> made.inSession("s" + number).calls("a"));

    // When
    List<String> firing =
        ReferenceGuards.ALL.stream()
            .filter(guard -> !guard.alarms(run).isEmpty())
            .map(ReferenceGuard::name)
            .toList();

    // Then
    assertThat(firing).containsExactly("TheAppApp");
  }

  @Test
  void handoversBetweenTwoAgentsFire_thoseBetweenThreeDoNot() {
    // Given
    List<AgentEvent> two = handovers(2);
    List<AgentEvent> three = handovers(3);

    // When
    ReferenceGuard strands = guard("Strands");

    // Then
    assertThat(strands.alarms(two)).containsExactly(7);
    assertThat(strands.alarms(three)).isEmpty();
  }

  @Test
  void linesOfOneBucketAreTheSameForDeerFlow() {
    // Given
    List<AgentEvent> oneBucket = readings(30);
    List<AgentEvent> twoBuckets = readings(60);

    // When
    ReferenceGuard deerFlow = guard("DeerFlow");

    // Then
    assertThat(deerFlow.alarms(oneBucket)).containsExactly(8);
    assertThat(deerFlow.alarms(twoBuckets)).isEmpty();
  }

  /** Five turns that read lines at this distance from each other. */
  private static List<AgentEvent> readings(int distance) {
    List<AgentEvent> run = new ArrayList<>();
    GuardRun made = GuardRun.of(run::add);
    for (int number = 0; number < 5; number++) {
      String lines = "{\"path\":\"a\",\"start_line\":%d}".formatted(number * distance);
      made.happens(new ToolCalled("c" + number, "read_file", lines, null, null));
      made.happens(new ToolReturned("c" + number, "read_file", "text", false));
    }
    return run;
  }

  @Test
  void gooseComparesTheBeginningOfAnError() {
    // Given
    String begin = "x".repeat(100);
    String shorter = "x".repeat(99);

    // When
    ReferenceGuard goose = guard("Goose");

    // Then
    assertThat(goose.alarms(GuardRun.parse("a!%1$s1 a!%1$s2 a!%1$s3 a".formatted(begin))))
        .containsExactly(6);
    assertThat(goose.alarms(GuardRun.parse("a!%1$s1 a!%1$s2 a!%1$s3 a".formatted(shorter))))
        .isEmpty();
  }

  @Test
  void aLoopKeyReplacesTheArgumentsForOpenRouter() {
    // Given
    List<AgentEvent> run = new ArrayList<>();
    GuardRun made = GuardRun.of(run::add);
    for (int number = 0; number < 3; number++) {
      made.happens(new ToolCalled("c" + number, "read", "{\"n\":" + number + "}", "same", null));
      made.happens(new ToolReturned("c" + number, "read", "text", false));
    }

    // When
    List<Integer> alarms = guard("OpenRouter").alarms(run);

    // Then
    assertThat(alarms).containsExactly(4);
  }

  private static List<AgentEvent> handovers(int agents) {
    List<AgentEvent> run = new ArrayList<>();
    GuardRun made = GuardRun.of(run::add);
    IntStream.range(0, 8).forEach(number -> made.byAgent("agent" + number % agents).calls("a"));
    return run;
  }

  private static ReferenceGuard guard(String name) {
    return ReferenceGuards.ALL.stream().filter(it -> it.name().equals(name)).findFirst().get();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"start_line\":99999999999999999999}",
        "{\"command\":\"git status --aa --bb --cc --dd --ee --ff --gg --hh --ii --jj --kk --ll --mm |\"}",
        "{\"command\":\"git status",
      })
  void oddArgumentsEndNoGuard(String arguments) {
    // Given
    List<AgentEvent> run = GuardRun.parse("6*a=1");
    for (AgentEvent event : run) {
      if (event.getBody() instanceof ToolCalled call) {
        call.setArguments(arguments.replace("--mm", "--mm".repeat(60).replace("--", " --")));
      }
    }

    // When
    List<Integer> alarms =
        ReferenceGuards.ALL.stream().flatMap(guard -> guard.alarms(run).stream()).toList();

    // Then
    assertThat(alarms).isNotEmpty();
  }
}
