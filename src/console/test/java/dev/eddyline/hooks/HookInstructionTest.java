package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The instruction of a verdict. */
class HookInstructionTest {

  private static final ConsoleUrl CONSOLE = new ConsoleUrl("http://127.0.0.1:8090");

  /** The verdict after this number of equal failures with this text. */
  private static LoopVerdict verdict(int failures, String error) {
    LoopVerdict verdict = null;
    InProcessEngine process =
        new InProcessEngine(Policies.load("default"), InProcessEngine.NO_CLAMP);
    for (int call = 1; call <= failures; call++) {
      for (var hook : HookFixtures.agent("claude-code").failingCall("s", call)) {
        String json = hook.has("error") ? hook.put("error", error).toString() : hook.toString();
        HookCall read = HookCall.read(json, Optional.empty(), HookFixtures.NOW.plusSeconds(call));
        for (AgentEvent event : HookFixtures.agent("claude-code").read(read).events()) {
          verdict =
              process.processEvent(event).outputs().stream()
                  .filter(LoopVerdict.class::isInstance)
                  .map(LoopVerdict.class::cast)
                  .findFirst()
                  .orElseThrow();
        }
      }
    }
    return verdict;
  }

  @Test
  void onlyTheUserGetsTheLinkToTheGate() {
    // When
    LoopVerdict verdict = verdict(5, "no such file");
    HookInstruction gate = HookInstruction.of(Optional.of(verdict), CONSOLE);

    // Then
    assertThat(gate.kind()).isEqualTo(HookInstruction.InstructionKind.ASK);
    assertThat(gate.userText()).endsWith(CONSOLE.gate(verdict.getGateId()));
    assertThat(gate.text()).doesNotContain("http").contains("Stop", "person");
  }

  @Test
  void controlAndBidiCharactersAreEscaped() {
    // Given
    String error = "no \u001b[31m\u0007\u0085\u202e\u2066 file\nsecond line";

    // When
    HookInstruction hint = HookInstruction.of(Optional.of(verdict(2, error)), CONSOLE);

    // Then
    assertThat(hint.kind()).isEqualTo(HookInstruction.InstructionKind.HINT);
    assertThat(hint.text()).doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\n]]");
  }

  @Test
  void longTextIsCutBetweenCharacters() {
    // Given
    LoopVerdict verdict = verdict(5, "x");
    verdict.setText("\ud83d\ude00".repeat(HookInstruction.MAX_TEXT_CHARS));

    // When
    HookInstruction gate = HookInstruction.of(Optional.of(verdict), CONSOLE);

    // Then
    assertThat(gate.userText()).hasSizeLessThanOrEqualTo(HookInstruction.MAX_TEXT_CHARS);
    assertThat(gate.userText())
        .endsWith(CONSOLE.gate(verdict.getGateId()))
        .doesNotContain("\ud83d Decide");
    assertThat(gate.text()).hasSizeLessThanOrEqualTo(HookInstruction.MAX_TEXT_CHARS);
  }
}
