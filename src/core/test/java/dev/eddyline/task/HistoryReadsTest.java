package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.scenario.EngineScenario;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which events load a history from its store. */
class HistoryReadsTest {

  private static final String SIMILAR_RESPONSE = "similar_response: {minLength: 20}";
  private static final ResponseProduced SHORT = new ResponseProduced("work", "Done.");
  private static final ResponseProduced LONG =
      new ResponseProduced("work", "The tests of the parser pass now.");
  private static final CollaborationRequested REQUEST =
      new CollaborationRequested("reviewer", "Review it.");

  private final AtomicInteger reads = new AtomicInteger();
  private boolean agentWaiting;

  @Test
  void shortResponseOutsideOfStepLoadsNoHistory() {
    assertThat(readsBy("similar_response", SIMILAR_RESPONSE, SHORT)).isZero();
    assertThat(readsBy("similar_response", SIMILAR_RESPONSE, LONG)).isOne();
  }

  @Test
  void disabledDetectorLoadsNoHistory() {
    assertThat(readsBy("similar_response", "similar_response: {enabled: false}", LONG)).isZero();
    assertThat(readsBy("collaboration_loop", "collaboration_loop: {enabled: false}", REQUEST))
        .isZero();
    assertThat(readsBy("collaboration_loop", "collaboration_loop: {}", REQUEST)).isOne();
  }

  @Test
  void requestOfWaitingAgentLoadsNoHistory() {
    // Given
    agentWaiting = true;

    // When, then
    assertThat(readsBy("collaboration_loop", "collaboration_loop: {}", REQUEST)).isZero();
  }

  /** A policy may have disabled the detector after it stored responses. */
  @Test
  void userMessageLoadsTheResponsesOfDisabledDetector() {
    assertThat(
            readsBy(
                "similar_response",
                "similar_response: {enabled: false}",
                new UserMessage("Go on.")))
        .isOne();
  }

  private int readsBy(String key, String yaml, Object body) {
    reads.set(0);
    Policy policy = PolicyReader.read("test", "name: test\n" + yaml);
    Detector<?, ?> detector =
        Detectors.SHIPPED.stream().filter(each -> each.key().equals(key)).findAny().orElseThrow();
    new TaskContext("T1", new TaskState(), countingStore())
        .runDetector(enriched(body), policy.limits().limited(detector), EventObserver.NONE);
    return reads.get();
  }

  /** A store that counts the reads of histories. */
  private TaskStateStore countingStore() {
    InMemoryStores stores = new InMemoryStores();
    return (TaskStateStore)
        Proxy.newProxyInstance(
            TaskStateStore.class.getClassLoader(),
            new Class<?>[] {TaskStateStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("history")
                  && method.getReturnType() != void.class
                  && arguments[1] instanceof InStore<?>) {
                reads.incrementAndGet();
              }
              return method.invoke(stores, arguments);
            });
  }

  private EnrichedEvent enriched(Object body) {
    AgentEvent event =
        AgentEvent.newBuilder()
            .setEventId("e1")
            .setTaskId("T1")
            .setAgentId("agent")
            .setOccurredAt(EngineScenario.BEGIN)
            .setBody(body)
            .build();
    return new EnrichedEvent(
        event,
        EngineScenario.BEGIN.toEpochMilli(),
        0,
        1,
        new Cost(0L, 0.0, 0L),
        OptionalLong.empty(),
        false,
        agentWaiting,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ProgressTracker.initialState(),
        new Redaction(200, List.of()));
  }
}
