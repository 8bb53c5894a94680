package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.schema.ToolCalled;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitsTest {

  private static WaitShare share(Waits waits, String tool, String arguments) {
    return waits.shareOf(new ToolCalled("c1", tool, arguments, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sleep | {} | ALL",
        "wait | {\"seconds\": 5} | ALL",
        "bash | sleep 30 | ALL",
        "bash | {\"command\": \"sleep 2.5s\"} | ALL",
        "powershell | {\"command\":\"Start-Sleep -Seconds 10\"} | ALL",
        "bash | {\"command\": \"sleep 30; apt-get install -y jq\"} | PART",
        "python | {\"code\": \"time.sleep(5); check()\"} | PART",
        "bash | {\"command\": \"npm test\"} | NONE",
        "bash | {\"command\": \"grep -rn sleep src\"} | NONE",
        "read | {\"path\": \"wait.txt\"} | NONE",
        "edit | {\"text\": \"the sleeper 30 awoke\"} | NONE",
      })
  void aCallWaitsByItsToolOrItsCommand(String tool, String arguments, WaitShare expected) {
    assertThat(share(new Waits(Set.of("sleep", "wait", "start-sleep")), tool, arguments))
        .isEqualTo(expected);
  }

  @Test
  void thePolicysListReplacesTheDefault() {
    Waits pause = RepeatedActionPolicy.of("waits: [pause]").waits();
    Waits none = RepeatedActionPolicy.of("waits: []").waits();

    assertThat(share(pause, "bash", "pause 3")).isEqualTo(WaitShare.ALL);
    assertThat(share(pause, "bash", "sleep 3")).isEqualTo(WaitShare.NONE);
    assertThat(share(none, "sleep", "sleep 3")).isEqualTo(WaitShare.NONE);
  }
}
