package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.state.StateParts;
import dev.eddyline.task.scenario.EngineScenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents that say nothing new, under the default policy. */
class TalkVerdictsTest {

  private static final String SAME = "I will now weigh the barley and tell you.";
  private static final String NUDGE = "The batch is not closed. Close it, or go on.";

  private final EngineScenario story = EngineScenario.under("default");
  private final List<LoopVerdict> verdicts = new ArrayList<>();
  private int calls;

  private void say(String agent, String text) {
    take(
        story
            .task("T")
            .byAgent(agent)
            .publishesBody(new ResponseProduced("talk", text))
            .verdicts());
  }

  private void say(String text) {
    say("brewer", text);
  }

  private void call(String agent, String tool, String arguments, String output) {
    String id = "c" + ++calls;
    take(story.task("T").byAgent(agent).calls(id, tool, arguments).verdicts());
    take(story.task("T").byAgent(agent).returns(id, tool, output).verdicts());
  }

  private void take(List<LoopVerdict> found) {
    found.stream()
        .filter(verdict -> verdict.getLoopType() == LoopType.REPEATED_MESSAGE)
        .forEach(verdicts::add);
  }

  private LoopVerdict only() {
    assertThat(verdicts).hasSize(1);
    return verdicts.get(0);
  }

  @Test
  void theThirdEqualMessageIsALoopAlsoIfAProgramAsksEachTime() {
    // When
    for (int round = 0; round < 3; round++) {
      story.task("T").receivesUserMessage(NUDGE);
      say(SAME);
    }

    // Then
    LoopVerdict verdict = only();
    assertThat(verdict.getMatchKind()).isEqualTo(MatchKind.EXACT);
    assertThat(verdict.getAttempts()).isEqualTo(3);
    assertThat(verdict.getFirstEventId()).isEqualTo("e2");
    assertThat(verdict.getReason())
        .isEqualTo("The agent said the same 3 times and nothing new was said or done in between");
  }

  @Test
  void otherMessagesOfAPersonBeginANewTalk() {
    for (String question : List.of("Which malt?", "Which hops?", "Which yeast?", "And water?")) {
      story.task("T").receivesUserMessage(question);
      say(SAME);
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void shortMessagesNeedMore() {
    for (int round = 0; round < 4; round++) {
      say("Done.");
    }
    assertThat(verdicts).isEmpty();

    say("Done.");
    assertThat(only().getLimit()).isEqualTo(5);
  }

  @Test
  void blankMessagesCountOnlyWithoutACallInBetween() {
    for (int round = 0; round < 8; round++) {
      say(" ");
      call("brewer", "kettle.heat", "{\"step\":" + round + "}", "kettle at " + (60 + round));
    }
    assertThat(verdicts).isEmpty();

    for (int round = 0; round < 5; round++) {
      say("");
    }
    assertThat(verdicts).hasSize(1);
  }

  @Test
  void aNewResultInBetweenEndsTheRun() {
    for (int round = 0; round < 6; round++) {
      say(SAME);
      call("brewer", "scale.read", "{\"sack\":" + round + "}", "sack " + round + " has 25 kg left");
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void callsThatBringNothingDoNotEndIt() {
    for (int round = 0; round < 3; round++) {
      say(SAME);
      call("brewer", "scale.read", "{\"sack\":\"none " + round + "\"}", "no sack");
    }

    assertThat(verdicts).hasSize(1);
  }

  @Test
  void theWorkOfAnotherAgentEndsTheRunToo() {
    for (int round = 0; round < 6; round++) {
      say("The next tank, please.");
      call("cellar", "tank.clean", "{\"tank\":" + round + "}", "tank " + round + " is clean");
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void aMessageWithAnotherHeadAndTailIsTheSame() {
    // Given
    String list =
        "mashing at 66 degrees, sparging with 12 litres, boiling for one hour, hops at start and"
            + " end, cooling in the cellar overnight.";

    // When
    say("The brew is finished: " + list);
    say("All carried out: " + list + " Nothing remains.");
    say("Complete: " + list + " Waiting here.");
    say("No step is open: " + list);
    say("Everything delivered: " + list);
    assertThat(verdicts).isEmpty();
    say("It stands: " + list + " Ready.");

    // Then
    LoopVerdict verdict = only();
    assertThat(verdict.getMatchKind()).isNull();
    assertThat(verdict.getAttempts()).isEqualTo(5);
    assertThat(verdict.getFirstEventId()).isEqualTo("e1");
    assertThat(verdict.getReason())
        .isEqualTo(
            "The agent has said nothing new in 5 messages, and nothing new was done in between");
  }

  @Test
  void twoAgentsThatWaitForEachOtherAreOneLoop() {
    // Given
    List<String> ways =
        List.of(
            "As soon as the barley is here I begin to mash.",
            "I begin to mash as soon as the barley is here.",
            "The barley is here as soon as you begin, I mash.");

    // When
    for (int turn = 0; turn < 8; turn++) {
      say(turn % 2 == 0 ? "brewer" : "maltster", ways.get(turn % 3));
    }

    // Then
    assertThat(verdicts).isNotEmpty();
    assertThat(verdicts.get(0).getReason()).startsWith("The agents have said nothing new in ");
  }

  @Test
  void reportsWithOtherNumbersOrNamesAreNew() {
    for (int batch = 1; batch < 15; batch++) {
      say("brewer", "Batch " + batch + " is boiled. Nothing stands in the way.");
      say("cellar", "Batch " + batch + " is cooled. Nothing stands in the way.");
    }
    for (String malt : List.of("Pilsner", "Munich", "Vienna", "Rye", "Oat", "Spelt", "Wheat")) {
      say(malt + " is ground.");
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void whatOthersAnswerMayBeNew() {
    for (String malt : List.of("Pilsner", "Munich", "Vienna", "Rye", "Oat", "Spelt", "Wheat")) {
      say("Next speaker: the maltster");
      story.task("T").publishesBody(new CollaborationRequested("maltster", "Grind " + malt));
      story
          .task("T")
          .byAgent("maltster")
          .publishesBody(new CollaborationAnswered("brewer", malt + " went through the mill."));
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void aMessageThatSaysThatSomethingRunsCountsAQuarter() {
    for (int round = 0; round < 11; round++) {
      say("The mash is still heating, one moment.");
    }
    assertThat(verdicts).isEmpty();

    say("The mash is still heating, one moment.");
    assertThat(only().getLimit()).isEqualTo(12);
  }

  @Test
  void whatIsSaidEveryTenMinutesIsASchedule() {
    for (int round = 0; round < 20; round++) {
      say("Nothing to report from the cellar.");
      story.advanceTime(Duration.ofMinutes(10));
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void progressBeginsANewTalk() {
    for (int files = 1; files < 9; files++) {
      say(SAME);
      say(SAME);
      story
          .task("T")
          .publishesBody(new ProgressReported(null, null, null, files, null, null, null));
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void theStateHasNoWordOfAMessage() {
    say("The secret recipe is heather and honey.");
    say("The secret recipe is honey and heather.");

    assertThat(
            new String(
                story.memory().taskState("T").toBytes(),
                java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain("heather");
    assertThat(story.memory().taskState("T").part(StateParts.TALK)).isNotNull();
  }

  @Test
  void aWorkerWithoutWordsKeepsNoTalk() {
    say(SAME);
    call("brewer", "scale.read", "{\"sack\":1}", "sack 1 has 25 kg left");

    assertThat(story.memory().taskState("T").part(StateParts.TALK)).isNull();
  }

  @Test
  void narratedStepsImagesAndWaitsAreNoLoopOfMessages() {
    for (int round = 0; round < 8; round++) {
      say("I will turn the valve a bit further.");
      call("brewer", "scroll", "{\"by\":1}", "ok");
    }
    for (int round = 0; round < 8; round++) {
      say("I will look at the kettle once more.");
      call("brewer", "camera.shoot", "{}", "[{\"type\":\"image\",\"data\":\"aGk=\"}]");
    }
    for (int round = 0; round < 8; round++) {
      say("Let me look at the mash once more.");
      call("brewer", "sleep", "{\"seconds\":60}", "");
      call("brewer", "mash_status", "{}", "status: running");
    }

    assertThat(verdicts).isEmpty();
  }

  @Test
  void aMessageOfManyWordsIsComparedToo() {
    // Given
    StringBuilder many = new StringBuilder();
    for (int word = 0; word < 200; word++) {
      many.append((char) ('a' + word / 26)).append((char) ('a' + word % 26)).append("malt ");
    }

    // When
    for (int round = 0; round < 5; round++) {
      take(
          story
              .task("U")
              .byAgent("brewer")
              .publishesBody(new ResponseProduced("step " + round, many.toString()))
              .verdicts());
    }

    // Then
    assertThat(verdicts).isNotEmpty();
  }

  @Test
  void whatIsSaidWithTheSameCallIsLeftToTheRulesForCalls() {
    // When
    for (int round = 0; round < 5; round++) {
      say(SAME);
      call("brewer", "scale", "{\"sack\":4}", "sack 4 weighs 31 kg on the east scale");
    }

    // Then
    assertThat(verdicts).isEmpty();

    // When
    for (int round = 0; round < 2; round++) {
      say(SAME);
      call("brewer", "scale", "{\"sack\":4}", "sack 4 weighs 31 kg on the east scale");
    }

    // Then
    assertThat(only().getOccurrences()).isEqualTo(6);
  }

  @Test
  void oneCallBetweenEqualMessagesChangesNothing() {
    // When
    say(SAME);
    call("brewer", "scale", "{\"sack\":4}", "no sack");
    say(SAME);
    say(SAME);

    // Then
    assertThat(only().getOccurrences()).isEqualTo(3);
  }

  @Test
  void anotherCallAtTheEndOfARepeatedOneChangesNothing() {
    // When
    for (int round = 0; round < 3; round++) {
      say("Let me weigh it.");
      call("brewer", "scale", "{\"sack\":4}", "no sack");
    }
    say("Let me weigh it.");
    call("brewer", "scale", "{\"barrel\":1}", "no barrel");
    say("Let me weigh it.");

    // Then
    assertThat(verdicts).isEmpty();
  }

  @Test
  void aMessageBetweenDifferentCallsIsALoop() {
    // When
    for (int round = 0; round < 3; round++) {
      say(SAME);
      call("brewer", "scale", "{\"sack\":" + round + "}", "no sack");
    }

    // Then
    assertThat(only().getOccurrences()).isEqualTo(3);
  }

  @Test
  void callsOfAnotherAgentChangeNothing() {
    // When
    for (int round = 0; round < 3; round++) {
      say(SAME);
      call("porter", "scale", "{\"sack\":4}", "no sack");
    }

    // Then
    assertThat(only().getOccurrences()).isEqualTo(3);
  }

  @Test
  void anIdThatMovesIsNoNewWord() {
    // When
    for (int round = 0; round < 3; round++) {
      say("I weigh the barley of batch 3f2a9c1e-7b4d-4e21-9a0c-5d6e7f80910" + round + " now.");
    }

    // Then
    assertThat(only().getOccurrences()).isEqualTo(3);
  }
}
