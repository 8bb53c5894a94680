package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Calls that wait take no part in loops, and mark what repeats after them as polls. */
class WaitingCallsTest {

  private final EngineScenario story = EngineScenario.under("default");
  private final TaskScript<Outputs> task = story.task("T");
  private int calls;

  private int call(String tool, String arguments, String output, boolean failed, int seconds) {
    String id = "c" + calls++;
    int verdicts = task.calls(id, tool, arguments).verdicts().size();
    story.advanceTime(Duration.ofSeconds(seconds));
    Outputs result = failed ? task.returnsError(id, tool, output) : task.returns(id, tool, output);
    return verdicts + result.verdicts().size();
  }

  @Test
  void anAgentThatSleepsBetweenChecksPolls() {
    int verdicts = 0;
    for (int round = 0; round < 10; round++) {
      verdicts += call("bash", "gh run view 7", "status: pending", false, 0);
      verdicts += call("bash", "sleep 5", "", false, 5);
    }

    assertThat(verdicts).isZero();
  }

  @Test
  void fourTimesAsManyPollsAreALoop() {
    int verdicts = 0;
    for (int round = 0; round < 20; round++) {
      verdicts += call("bash", "gh run view 7", "status: pending", false, 0);
      verdicts += call("bash", "sleep 5", "", false, 5);
    }

    assertThat(verdicts).isPositive();
  }

  @Test
  void aCommandThatSleepsFirstPollsToo() {
    int verdicts = 0;
    for (int round = 0; round < 6; round++) {
      verdicts += call("bash", "sleep 30; apt-get install jq", "could not get lock", true, 30);
    }

    assertThat(verdicts).isZero();
  }

  @Test
  void aSlowTestThatFailsAlikeIsNoPoll() {
    int verdicts = 0;
    for (int round = 0; round < 4; round++) {
      verdicts += call("bash", "pytest", "AssertionError: total is wrong", true, 40);
    }

    assertThat(verdicts).isPositive();
  }

  @Test
  void sleepsAloneAreNoLoop() {
    int verdicts = 0;
    for (int round = 0; round < 30; round++) {
      verdicts += call("sleep", "{\"seconds\": 1}", "", false, 1);
    }

    assertThat(verdicts).isZero();
  }

  @Test
  void acknowledgedWorkBetweenCleanChecksIsNoLoop() {
    String[] files = {"auth", "cart", "user", "mail", "role", "menu", "item", "sale"};
    for (String clean : new String[] {"All checks passed!", "42 passed in 0.4s", "0 problems"}) {
      int verdicts = 0;
      for (String file : files) {
        verdicts +=
            call("edit", "{\"path\": \"" + clean.length() + "/" + file + ".py\"}", "ok", false, 1);
        verdicts += call("bash", "check " + clean.length(), clean, false, 1);
      }
      assertThat(verdicts).as(clean).isZero();
    }
  }

  @Test
  void acknowledgedWorkBetweenChecksWithAProblemIsALoop() {
    for (String problem : new String[] {"4 failed, 9 passed in 0.4s", "14.21% of pixels differ"}) {
      int verdicts = 0;
      for (int round = 0; round < 8; round++) {
        verdicts += call("edit", "{\"rule\": \"margin " + round + "\"}", "saved", false, 1);
        verdicts += call("bash", "check " + problem.length(), problem, false, 1);
      }
      assertThat(verdicts).as(problem).isPositive();
    }
  }

  @Test
  void sameWritingAfterASleepIsNoPoll() {
    int verdicts = 0;
    for (int round = 0; round < 4; round++) {
      verdicts += call("sleep", "{\"seconds\": 20}", "slept", false, 20);
      verdicts +=
          call("write_file", "{\"path\": \"ferns.txt\", \"text\": \"moss\"}", "ok", false, 1);
    }

    assertThat(verdicts).isPositive();
  }

  @Test
  void aSlowModelThatGetsTheSameErrorIsNoPoll() {
    int verdicts = 0;
    for (int round = 0; round < 2; round++) {
      story.advanceTime(Duration.ofSeconds(25));
      verdicts += call("weigh", "{\"crate\": 7}", "the scale is locked", true, 1);
    }

    assertThat(verdicts).isPositive();
  }

  @Test
  void anEditThatFailsAfterALongPauseIsNoPoll() {
    for (int page = 0; page < 6; page++) {
      story.advanceTime(Duration.ofSeconds(2));
      call("read", "{\"page\": " + page + "}", "page " + page + " lists ferns", false, 1);
    }
    int verdicts = 0;
    for (int round = 0; round < 2; round++) {
      story.advanceTime(Duration.ofSeconds(60));
      String change = "{\"path\": \"ferns.txt\", \"old\": \"moss grows here\", \"new\": \"fern\"}";
      verdicts += call("edit_file", change, "the old text is not in the file", true, 1);
    }

    assertThat(verdicts).isPositive();
  }
}
