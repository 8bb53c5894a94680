package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.detect.requests.CollaborationLoop;
import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** What happens to requests while their meaning is on its way; the model is the real one. */
class DelayedMeaningsTest {

  private static final String WRITE = "Write unit tests for the parser";
  private static final String CREATE = "Write thorough unit tests for the parser";

  private static final List<String> KINDS =
      List.of("new", "small", "clear", "good", "simple", "short", "long", "fast", "solid", "plain");
  private static final List<String> OBJECTS =
      List.of("tests", "checks", "cases", "notes", "examples", "comments", "pages", "drafts");

  private final EngineScenario story = EngineScenario.under("failures").pauseSentenceModel();

  @Test
  void theSameRequestToTwoAgentsIsALoopForEachAgent() {
    // Given
    asks("tester", WRITE);
    asks("other", WRITE);
    asks("tester", CREATE);
    asks("other", CREATE);

    // When
    List<LoopVerdict> found = verdicts(story.answerPendingModelRequests());

    // Then
    assertThat(found).extracting(LoopVerdict::getEventId).containsExactly("e3", "e4");
  }

  @Test
  void theRequesterIsAnsweredAlthoughTheRequestWasResetInBetween() {
    // Given
    asks("tester", WRITE);
    asking("tester", CREATE);
    task().publishesBody(new ProgressReported(10, 4, 60.0, null, null, null, null));
    task().publishesBody(new ProgressReported(10, 2, 75.0, null, null, null, null));
    asks("tester", CREATE);

    // When
    List<LoopVerdict> answers = verdicts(story.answerPendingModelRequests());

    // Then
    assertThat(answers).extracting(LoopVerdict::getEventId).containsExactly("e2");
    assertThat(answers).extracting(LoopVerdict::getReason).containsExactly("No loop");
    assertThat(story.redeliverLastModelAnswer()).isEmpty();
  }

  @Test
  void theRequesterIsAnsweredOnceAlthoughTheRuleWasSwitchedOffInBetween() {
    // Given
    AtomicReference<Policies> policies =
        new AtomicReference<>(Policies.ofSinglePolicy(Policies.preset("failures")));
    TaskEngine engine = new TaskEngine(0, policies::get, () -> GraphSnapshot.NONE);
    InMemoryStores memory = new InMemoryStores();
    RecordCoordinates place =
        new RecordCoordinates("agent-events", 0, 0, 0, 0, EngineScenario.BEGIN);
    List<SpecificRecord> sent = new ArrayList<>();
    TaskScript<InputOutcome> task =
        TaskScript.of(
            "T1",
            event -> {
              event.setOccurredAt(EngineScenario.BEGIN);
              Outbox outbox = new Outbox("agent-events", 0, 0, EngineScenario.BEGIN);
              InputOutcome outcome = engine.take(event, place, memory, outbox);
              memory.applyWrites();
              sent.addAll(outbox.records());
              return outcome;
            });
    task.withEventId("a").byAgent("dev").publishesBody(new CollaborationRequested("tester", WRITE));
    task.withEventId("b")
        .requestingReply()
        .byAgent("dev")
        .publishesBody(new CollaborationRequested("tester", CREATE));
    Signal answer =
        new MeaningAnswers(SentenceEncoder.installed().orElseThrow())
            .vectorReplyTo((Signal) sent.get(0))
            .orElseThrow();

    // When
    policies.set(
        Policies.ofSinglePolicy(PolicyReader.read("test", "name: test\nidentical_failure: {}")));
    List<SpecificRecord> publishedRecords = new ArrayList<>();
    for (int times = 1; times <= 2; times++) {
      Outbox outbox = Signals.outbox(answer, EngineScenario.BEGIN);
      engine.take(
          answer,
          Signals.coordinatesOfCausingEvent(answer, 0, 0, EngineScenario.BEGIN),
          memory,
          outbox);
      memory.applyWrites();
      publishedRecords.addAll(outbox.records());
    }

    // Then
    assertThat(verdicts(publishedRecords))
        .extracting(LoopVerdict::getReason)
        .containsExactly("No loop");
  }

  @Test
  void requestsWaitingForTheModelAreNeverEvictedByLaterRequests() {
    // Given
    asks("tester", WRITE);
    asking("tester", CREATE);
    for (int disks = 10; disks < 60; disks++) {
      asks("tester", "Order " + disks + " disks");
    }

    // When / Then
    assertThat(verdict(story.answerPendingModelRequests()).getLoopType())
        .isEqualTo(LoopType.COLLABORATION_LOOP);
    asks("tester", "Order 99 disks");
    assertThat(remembered()).isEqualTo(20);
  }

  @Test
  void burstGetsEveryReply_andIsComparedByWordsBeyondPendingLimit() {
    // Given
    List<String> requestedEventIds = new ArrayList<>();
    List<LoopVerdict> atOnce = new ArrayList<>();
    for (String kind : KINDS) {
      for (String object : OBJECTS) {
        Outputs caused = asking("tester", "Write " + kind + " " + object + " tests for the parser");
        requestedEventIds.add("e" + (requestedEventIds.size() + 1));
        atOnce.addAll(caused.verdicts());
      }
    }
    long waiting = story.published().stream().filter(DelayedMeaningsTest::isQuestion).count();
    assertThat(waiting).isBetween(40L, 64L);
    assertThat(atOnce).hasSize(requestedEventIds.size() - (int) waiting);
    assertThat(remembered()).isLessThanOrEqualTo(84);

    // When
    List<LoopVerdict> late = verdicts(story.answerPendingModelRequests());

    // Then
    assertThat(late).hasSize((int) waiting);
    assertThat(atOnce).extracting(LoopVerdict::getEventId).doesNotHaveDuplicates();
    late.addAll(atOnce);
    assertThat(late)
        .extracting(LoopVerdict::getEventId)
        .containsExactlyInAnyOrderElementsOf(requestedEventIds);
  }

  @Test
  void duplicateModelAnswerAfterResetNeverReusesThePublishedVerdictId() {
    // Given
    asks("tester", WRITE);
    asking("tester", CREATE);
    LoopVerdict loop = verdict(story.answerPendingModelRequests());
    task().decides(Decision.APPROVE);

    // When
    List<SpecificRecord> again = story.redeliverLastModelAnswer();
    asks("tester", WRITE);
    LoopVerdict late = verdict(story.redeliverLastModelAnswer());

    // Then: it is known to be settled as long as the history of then is there
    assertThat(again).isEmpty();
    assertThat(late.getReason()).isEqualTo("Of before the last reset");
    assertThat(late.getVerdictId()).isNotEqualTo(loop.getVerdictId());
  }

  @Test
  void theBudgetAfterALoopByMeaningCountsFromTheRequestThatClosedTheLoop() {
    for (String root : List.of("T1", "root")) {
      // Given
      EngineScenario spending =
          EngineScenario.underYaml("collaboration_loop: {}", "budget_exceeded: {tokens: 100}")
              .pauseSentenceModel();
      spending.task("root").enters("begin");
      TaskScript<Outputs> costly =
          spending.task("T1").belowRoot(root).byAgent("dev").costing(60, 0);
      costly.publishesBody(new CollaborationRequested("tester", WRITE));
      costly.publishesBody(new CollaborationRequested("tester", CREATE));

      // When: it is known a step later, and counts from when it was asked
      assertThat(costly.enters("a").verdicts()).isEmpty();
      verdict(spending.answerPendingModelRequests());

      // Then
      LoopVerdict passed = costly.enters("b").verdict();
      assertThat(passed.getLoopType()).isEqualTo(LoopType.BUDGET_EXCEEDED);
      assertThat(passed.getMeasured()).isEqualTo(120);
    }
  }

  private static boolean isQuestion(SpecificRecord record) {
    return record instanceof Signal sent && sent.getBody() instanceof MeaningRequested;
  }

  private int remembered() {
    InStore<CollaborationHistory> place = new CollaborationLoop().history();
    return story.memory().history("T1", place).getRequests().size();
  }

  private static List<LoopVerdict> verdicts(List<SpecificRecord> caused) {
    return new ArrayList<>(
        caused.stream()
            .filter(LoopVerdict.class::isInstance)
            .map(LoopVerdict.class::cast)
            .toList());
  }

  private static LoopVerdict verdict(List<SpecificRecord> caused) {
    assertThat(verdicts(caused)).hasSize(1);
    return verdicts(caused).get(0);
  }

  private TaskScript<Outputs> task() {
    return story.task("T1").byAgent("dev");
  }

  private Outputs asks(String of, String request) {
    return task().publishesBody(new CollaborationRequested(of, request));
  }

  private Outputs asking(String of, String request) {
    return task().requestingReply().publishesBody(new CollaborationRequested(of, request));
  }
}
