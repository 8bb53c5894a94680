package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.app.JsonEvents;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verdicts say how many tool calls and results of their task had no content. */
class UnknownContentsTest {

  private static final String TASK = "{\"taskId\":\"T\",";
  private static final String SUBTASK = "{\"taskId\":\"S\",\"rootTaskId\":\"T\",";
  private static final String CALLED = "\"type\":\"tool_called\",\"callId\":\"%s\",\"tool\":\"ls\"";
  private static final String RETURNED =
      "\"type\":\"tool_returned\",\"callId\":\"%s\",\"tool\":\"ls\"";
  private static final String FAILED =
      "\"type\":\"failure_reported\",\"message\":\"TypeError: x is undefined\"}";

  private static List<LoopVerdict> verdicts(String... lines) {
    List<LoopVerdict> verdicts = new ArrayList<>();
    InProcessEngine process =
        new InProcessEngine(Policies.load("default"), InProcessEngine.NO_CLAMP);
    for (String line : lines) {
      process.processEvent(JsonEvents.json(line)).outputs().stream()
          .filter(LoopVerdict.class::isInstance)
          .map(LoopVerdict.class::cast)
          .forEach(verdicts::add);
    }
    return verdicts;
  }

  @Test
  void areCountedForTheTaskOfTheEvent() {
    List<LoopVerdict> verdicts =
        verdicts(
            TASK + CALLED.formatted("1") + "}",
            TASK + RETURNED.formatted("1") + "}",
            TASK + CALLED.formatted("2") + ",\"arguments\":\"\"}",
            TASK + RETURNED.formatted("2") + ",\"output\":\"\"}",
            TASK + FAILED,
            TASK + FAILED);

    assertThat(verdicts).extracting(LoopVerdict::getUnknownContents).containsExactly(2);
  }

  @Test
  void ofASubtaskReachTheVerdictOfItsRoot() {
    List<LoopVerdict> verdicts =
        verdicts(SUBTASK + CALLED.formatted("1") + "}", SUBTASK + FAILED, SUBTASK + FAILED);

    assertThat(verdicts).extracting(LoopVerdict::getUnknownContents).containsExactly(1);
  }

  @Test
  void areZeroWhereAllContentIsKnown() {
    List<LoopVerdict> verdicts = verdicts(TASK + FAILED, TASK + FAILED);

    assertThat(verdicts).extracting(LoopVerdict::getUnknownContents).containsExactly(0);
  }
}
