package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.Source;
import dev.eddyline.yaml.Printable;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The audit records of decisions, whatever the decisions hold. */
class DecisionReceiptsTest {

  private static final String HOSTILE = "ann\n\u001b[2J\u202eforged\u0000";

  private static DecisionReceipt refused(String text, String reason) {
    AgentEvent decision =
        AgentEvent.newBuilder()
            .setEventId(text)
            .setTaskId(text)
            .setWorkflow(text)
            .setAgentId(text)
            .setOccurredAt(Instant.EPOCH)
            .setBody(new HumanIntervened(text, Decision.APPROVE, text, text, text, null))
            .build();
    return DecisionReceipts.refused(
        decision, reason, false, new Source("agent-events", 0, 7L, 0), Instant.EPOCH);
  }

  @Test
  void controlAndBidiCharactersOfARefusedDecisionAreEscapes() {
    // When
    DecisionReceipt receipt = refused(HOSTILE, "by " + HOSTILE);

    // Then
    String escaped = "ann\\n\\u001b[2J\\u202eforged\\u0000";
    assertThat(receipt.getReason()).isEqualTo("by " + escaped);
    assertThat(receipt.getEventId()).isEqualTo(escaped);
    assertThat(receipt.getTaskId()).isEqualTo(escaped);
    assertThat(receipt.getRootTaskId()).isEqualTo(escaped);
    assertThat(receipt.getWorkflow()).isEqualTo(escaped);
    assertThat(receipt.getGateId()).isEqualTo(escaped);
    assertThat(receipt.getBy()).isEqualTo(escaped);
    assertThat(receipt.getAgentId()).isEqualTo(escaped);
    assertThat(receipt.getOrigin()).isEqualTo(escaped);
  }

  @Test
  void longTextsOfARefusedDecisionAreCut_alsoWithinACharacterOfTwoUnits() {
    // When
    DecisionReceipt receipt = refused("x".repeat(1_023) + "\ud83d\ude00", "long");

    // Then
    assertThat(receipt.getBy()).startsWith("x".repeat(1_023)).hasSizeLessThan(1_030);
    assertThat(Printable.isPrintable(receipt.getBy())).isTrue();
  }

  @Test
  void otherTextsStayAsTheyAre() {
    assertThat(refused("Zoë \u2014 日本", "by is wrong").getBy()).isEqualTo("Zoë \u2014 日本");
  }
}
