package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.scenario.EngineScenario;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same request to another agent, whose answer is worded in another way, under default. */
class SameRequestTest {

  private static final List<String> ANSWERS =
      List.of(
          "I looked at the tide table: high water is shortly after noon.",
          "Around twelve the sea is highest, as far as I can tell.",
          "Noon, more or less; the cause of the swell is not known to me.",
          "The table has it at about midday. Shall I look further?",
          "It should be a little past twelve o'clock.");

  private static final String REQUEST =
      "{\"coworker\":\"pilot\",\"task\":\"Find out when high water is at the north pier\"}";

  private final EngineScenario story = EngineScenario.under("default");
  private final List<LoopVerdict> verdicts = new ArrayList<>();
  private int calls;

  private void call(String tool, String arguments, String output) {
    String id = "c" + ++calls;
    story.task("T").calls(id, tool, arguments);
    verdicts.addAll(story.task("T").returns(id, tool, output).verdicts());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Delegate work to coworker",
        "ask_agent",
        "crew.consult",
        "mcp__harbour__reviewRequest",
        "pilotage"
      })
  void theFourthEqualRequestIsALoopHoweverItIsAnswered(String tool) {
    // When
    for (int round = 0; round < 3; round++) {
      call(tool, REQUEST, ANSWERS.get(round));
    }
    assertThat(verdicts).isEmpty();
    call(tool, REQUEST, ANSWERS.get(3));

    // Then
    assertThat(verdicts).hasSize(1);
    assertThat(verdicts.get(0).getLoopType()).isEqualTo(LoopType.REPEATED_ACTION);
    assertThat(verdicts.get(0).getPattern()).isEqualTo("exact");
  }

  @Test
  void aPersonAnswersTheSameQuestionInAnotherWay() {
    for (String answer : ANSWERS) {
      call("ask_user", "{\"question\":\"What shall we load into the hold next?\"}", answer);
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void otherRequestsAndWorkInBetweenAreNoLoop() {
    for (int round = 0; round < 5; round++) {
      call("ask_agent", REQUEST.replace("north pier", "pier " + round), ANSWERS.get(round));
    }
    for (int round = 0; round < 5; round++) {
      call("ask_agent", REQUEST, ANSWERS.get(round));
      call("move_buoy", "{\"buoy\":" + round + "}", "moved to berth " + round);
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void aSearchMayFindSomethingElseEachTime() {
    for (String answer : ANSWERS) {
      call("web_search", "{\"query\":\"when is high water at the north pier today\"}", answer);
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void aToolThatDoesAReviewIsNotAQuestion() {
    for (int line = 10; line < 90; line += 7) {
      call(
          "add_review_comment",
          "{\"path\":\"chart.txt\",\"line\":"
              + line
              + ",\"body\":\"This depth is too long, please cut it here.\"}",
          "Comment added.");
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void aReceiverIsNotAPlace() {
    for (int pier = 1; pier < 10; pier++) {
      call(
          "send_sms",
          "{\"to\":\"555010" + pier + "\",\"body\":\"The pier is closed today\"}",
          "sent");
    }

    assertThat(verdicts).isEmpty();
  }
}
