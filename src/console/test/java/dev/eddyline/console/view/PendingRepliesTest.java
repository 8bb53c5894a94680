package dev.eddyline.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.app.JsonEvents;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replies to waiting callers. */
class PendingRepliesTest {

  private final TopologyRig rig = new TopologyRig(1, StoreType.IN_MEMORY);
  private final PendingReplies replies = new PendingReplies();

  @AfterEach
  void close() {
    rig.close();
  }

  private static AgentEvent event(String task, String id, String rest) {
    AgentEvent event =
        JsonEvents.json(
            "{\"taskId\":\"%s\",\"eventId\":\"%s\",\"replyRequested\":true,%s}"
                .formatted(task, id, rest));
    event.setOccurredAt(TopologyRig.START);
    return event;
  }

  private static AgentEvent userMessageEvent(String task, String id) {
    return event(task, id, "\"type\":\"user_message\",\"text\":\"x\"");
  }

  private static AgentEvent proposed(String task, String id) {
    return event(task, id, "\"type\":\"step_started\",\"step\":\"build\",\"proposed\":true");
  }

  /** Processes an event, and completes the waits for its verdict. */
  private void process(AgentEvent event) {
    int before = rig.verdicts().size();
    rig.pipe(event);
    LoopVerdict verdict = rig.verdicts().get(before);
    replies.completeWaitsForVerdict(verdict, OutputEntry.of(verdict));
  }

  @Test
  void allWaitersGetTheVerdict() {
    // Given
    AgentEvent event = userMessageEvent("a", "1");
    PendingReplies.ReplyWait first = replies.await("ann", event).orElseThrow();
    PendingReplies.ReplyWait second = replies.await("bob", event).orElseThrow();
    first.end();

    // When
    process(event);

    // Then
    assertThat(second.verdict()).isCompleted();
    assertThat(replies.await("cay", event).orElseThrow().verdict()).isCompleted();
  }

  @Test
  void sameEventIdInTwoTasksGetsSeparateReplies() {
    // Given
    process(userMessageEvent("a", "1"));

    // Then
    assertThat(replies.await("ann", userMessageEvent("b", "1")).orElseThrow().verdict())
        .isNotCompleted();
  }

  @Test
  void aCallerGetsTheReplyToItsOwnEvent_whateverIdOthersUse() {
    // Given
    AgentEvent own = userMessageEvent("a", "1");
    own.setIngestToken("kiln");
    AgentEvent other = userMessageEvent("a", "1");
    other.setIngestToken("glaze");
    PendingReplies.ReplyWait wait = replies.await("ann", own).orElseThrow();

    // When
    process(other);

    // Then
    assertThat(wait.verdict()).isNotCompleted();
    process(own);
    assertThat(wait.verdict()).isCompleted();
  }

  @Test
  void doesNotCacheReplyToProposal() {
    // Given
    AgentEvent proposed = proposed("a", "1");
    PendingReplies.ReplyWait wait = replies.await("ann", proposed).orElseThrow();

    // When
    process(proposed);
    wait.end();

    // Then
    assertThat(wait.verdict()).isCompleted();
    assertThat(replies.await("ann", proposed).orElseThrow().verdict()).isNotCompleted();
    assertThat(replies.await("ann", userMessageEvent("a", "1")).orElseThrow().verdict())
        .isNotCompleted();
  }

  @Test
  void limitsWaitsPerCaller() {
    // Given
    List<PendingReplies.ReplyWait> waits = new ArrayList<>();
    for (int i = 0; i < PendingReplies.MAX_CONCURRENT_WAITS_PER_CALLER; i++) {
      waits.add(replies.await("ann", userMessageEvent("a", "e" + i)).orElseThrow());
    }

    // When
    Optional<PendingReplies.ReplyWait> more = replies.await("ann", userMessageEvent("a", "more"));
    Optional<PendingReplies.ReplyWait> other = replies.await("bob", userMessageEvent("a", "more"));
    waits.get(0).end();

    // Then
    assertThat(more).isEmpty();
    assertThat(other).isPresent();
    assertThat(replies.await("ann", userMessageEvent("a", "more"))).isPresent();
  }
}
