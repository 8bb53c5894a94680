package dev.eddyline.console;

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
class RepliesTest {

  private final TopologyRig rig = new TopologyRig(1, StoreType.IN_MEMORY);
  private final Replies replies = new Replies();

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

  private static AgentEvent said(String task, String id) {
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
    replies.take(verdict, Told.of(verdict));
  }

  @Test
  void allWhoSentTheSameEventGetItsVerdict_whoComesLaterToo() {
    // Given
    AgentEvent event = said("a", "1");
    Replies.Wait first = replies.await("ann", event).orElseThrow();
    Replies.Wait second = replies.await("bob", event).orElseThrow();
    first.end().run();

    // When
    process(event);

    // Then
    assertThat(second.verdict()).isCompleted();
    assertThat(replies.await("cay", event).orElseThrow().verdict()).isCompleted();
  }

  @Test
  void anotherTasksEventOfTheSameIdGetsAVerdictOfItsOwn() {
    // Given
    process(said("a", "1"));

    // Then
    assertThat(replies.await("ann", said("b", "1")).orElseThrow().verdict()).isNotCompleted();
  }

  @Test
  void theReplyToAProposalIsNotKept() {
    // Given
    AgentEvent proposed = proposed("a", "1");
    Replies.Wait wait = replies.await("ann", proposed).orElseThrow();

    // When
    process(proposed);
    wait.end().run();

    // Then
    assertThat(wait.verdict()).isCompleted();
    assertThat(replies.await("ann", proposed).orElseThrow().verdict()).isNotCompleted();
    assertThat(replies.await("ann", said("a", "1")).orElseThrow().verdict()).isNotCompleted();
  }

  @Test
  void oneCallerCannotTakeAllWaits() {
    // Given
    List<Replies.Wait> waits = new ArrayList<>();
    for (int i = 0; i < Replies.MOST_OF_CALLER; i++) {
      waits.add(replies.await("ann", said("a", "e" + i)).orElseThrow());
    }

    // When
    Optional<Replies.Wait> more = replies.await("ann", said("a", "more"));
    Optional<Replies.Wait> other = replies.await("bob", said("a", "more"));
    waits.get(0).end().run();

    // Then
    assertThat(more).isEmpty();
    assertThat(other).isPresent();
    assertThat(replies.await("ann", said("a", "more"))).isPresent();
  }
}
