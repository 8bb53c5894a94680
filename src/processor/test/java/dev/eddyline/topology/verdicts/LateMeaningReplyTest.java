package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.EddylineTopology.WINDOW;
import static dev.eddyline.topology.TopologyEvents.event;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.bytes;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.requests.CollaborationLoop;
import dev.eddyline.meaning.model.SentenceModel;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.MeaningAnswers;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A meaning result after the storage window has changed, with the real model. */
class LateMeaningReplyTest {

  private static final Instant NEXT = START.plus(WINDOW);

  @ParameterizedTest
  @EnumSource
  void theSettledRequestIsStoredInTheNewWindow(StoreType stores) {
    // Given
    PolicySource policies =
        PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset("failures")));
    try (TopologyRig rig =
        new TopologyRig(
            TopologyRig.parts(TOPICS, 1, stores, TopologyRig.mockRegistry(), policies))) {
      rig.at(NEXT.minusSeconds(60));
      rig.pipe(
          event("T1", "a", seconds(1), collaborationRequest("Write unit tests for the parser")));
      rig.pipe(
          event(
              "T1",
              "b",
              seconds(2),
              collaborationRequest("Write thorough unit tests for the parser")));
      List<Signal> meaningSignals = rig.signals();
      assertThat(meaningSignals).hasSize(1);
      Signal answer =
          new MeaningAnswers(SentenceModel.shared())
              .vectorReplyTo(meaningSignals.get(0))
              .orElseThrow();

      // When
      rig.pipe(
          TOPICS.name(TopicRole.EDDYLINE_SIGNALS),
          bytes("T1"),
          rig.signalBytes(answer),
          new RecordHeaders(),
          NEXT.plusSeconds(60));

      // Then
      assertThat(rig.verdicts()).extracting(LoopVerdict::getEventId).containsExactly("b");
      CollaborationHistory stored = rig.history("T1", new CollaborationLoop().history(), NEXT);
      assertThat(stored.getRequests()).hasSize(1);
      assertThat(stored.getWaiting()).isEmpty();
    }
  }

  private static CollaborationRequested collaborationRequest(String request) {
    return new CollaborationRequested("tester", request);
  }
}
