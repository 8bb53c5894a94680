package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.CollaborationLoop;
import dev.eddyline.detect.HistoryPlace.InStore;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.meaning.MeaningAnswers;
import dev.eddyline.meaning.SentenceModel;
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
import dev.eddyline.verify.InMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** What happens to requests while their meaning is on its way; the model is the real one. */
class LateMeaningsTest {

  private static final String WRITE = "Write unit tests for the parser";
  private static final String CREATE = "Please create unit tests for the parser";

  private static final List<String> KINDS =
      List.of("new", "small", "clear", "good", "simple", "short", "long", "fast", "solid", "plain");
  private static final List<String> OBJECTS =
      List.of("tests", "checks", "cases", "notes", "examples", "comments", "pages", "drafts");

  private final Story story = Story.under("failures").modelIsBusy();

  @Test
  void oneTextThatIsAskedOfTwoAgentsIsALoopOfEach() {
    // Given
    asks("tester", WRITE);
    asks("other", WRITE);
    asks("tester", CREATE);
    asks("other", CREATE);

    // When
    List<LoopVerdict> found = verdicts(story.modelAnswers());

    // Then
    assertThat(found).extracting(LoopVerdict::getEventId).containsExactly("e3", "e4");
  }

  @Test
  void whoeverAskedIsAnsweredAlthoughTheRequestBeganAnewInBetween() {
    // Given
    asks("tester", WRITE);
    asking("tester", CREATE);
    task().happens(new ProgressReported(10, 4, 60.0, null, null, null, null));
    task().happens(new ProgressReported(10, 2, 75.0, null, null, null, null));
    asks("tester", CREATE);

    // When
    List<LoopVerdict> answers = verdicts(story.modelAnswers());

    // Then
    assertThat(answers).extracting(LoopVerdict::getEventId).containsExactly("e2");
    assertThat(answers).extracting(LoopVerdict::getReason).containsExactly("No loop");
    assertThat(story.lastAnswerComesAgain()).isEmpty();
  }

  @Test
  void whoeverAskedIsAnsweredOnceAlthoughTheRuleWasSwitchedOffInBetween() {
    // Given
    AtomicReference<Policies> policies =
        new AtomicReference<>(Policies.always(Policies.preset("failures")));
    TaskEngine engine = new TaskEngine(0, policies::get, () -> GraphSnapshot.NONE);
    InMemory memory = new InMemory();
    Place place = new Place("agent-events", 0, 0, 0, 0, Story.BEGIN);
    List<SpecificRecord> sent = new ArrayList<>();
    TaskScript<Outcome> task =
        TaskScript.of(
            "T1",
            event -> {
              event.setOccurredAt(Story.BEGIN);
              Outbox outbox = new Outbox("agent-events", 0, 0, Story.BEGIN);
              Outcome outcome = engine.take(event, place, memory, outbox);
              sent.addAll(outbox.records());
              return outcome;
            });
    task.named("a").by("dev").happens(new CollaborationRequested("tester", WRITE));
    task.named("b").asking().by("dev").happens(new CollaborationRequested("tester", CREATE));
    Signal answer =
        new MeaningAnswers(SentenceModel::shared).answer((Signal) sent.get(0)).orElseThrow();

    // When
    policies.set(Policies.always(PolicyReader.read("test", "name: test\nidentical_failure: {}")));
    List<SpecificRecord> told = new ArrayList<>();
    for (int times = 1; times <= 2; times++) {
      Outbox outbox = Signals.outbox(answer, Story.BEGIN);
      engine.take(answer, Signals.place(answer, 0, 0, Story.BEGIN), memory, outbox);
      told.addAll(outbox.records());
    }

    // Then
    assertThat(verdicts(told)).extracting(LoopVerdict::getReason).containsExactly("No loop");
  }

  @Test
  void howeverMuchIsAskedInBetweenNothingThatWaitsIsDropped() {
    // Given
    asks("tester", WRITE);
    asking("tester", CREATE);
    for (int disks = 10; disks < 60; disks++) {
      asks("tester", "Order " + disks + " disks");
    }

    // When / Then
    assertThat(verdict(story.modelAnswers()).getLoopType()).isEqualTo(LoopType.COLLABORATION_LOOP);
    asks("tester", "Order 99 disks");
    assertThat(remembered()).isEqualTo(20);
  }

  @Test
  void aBurstLosesNoAnswer_andWhatIsBeyondTheBoundIsComparedByWordsAtOnce() {
    // Given
    List<String> asked = new ArrayList<>();
    List<LoopVerdict> atOnce = new ArrayList<>();
    for (String kind : KINDS) {
      for (String object : OBJECTS) {
        Outputs caused = asking("tester", "Write " + kind + " " + object + " for the parser");
        asked.add("e" + (asked.size() + 1));
        atOnce.addAll(caused.verdicts());
      }
    }
    long waiting = story.published().stream().filter(LateMeaningsTest::isQuestion).count();
    assertThat(waiting).isBetween(40L, 64L);
    assertThat(atOnce).hasSize(asked.size() - (int) waiting);
    assertThat(remembered()).isLessThanOrEqualTo(84);

    // When
    List<LoopVerdict> late = verdicts(story.modelAnswers());

    // Then
    assertThat(late).hasSize((int) waiting);
    assertThat(atOnce).extracting(LoopVerdict::getEventId).doesNotHaveDuplicates();
    late.addAll(atOnce);
    assertThat(late).extracting(LoopVerdict::getEventId).containsExactlyInAnyOrderElementsOf(asked);
  }

  @Test
  void anAnswerThatComesAgainAfterAResetContradictsNothing() {
    // Given
    asks("tester", WRITE);
    asking("tester", CREATE);
    LoopVerdict loop = verdict(story.modelAnswers());
    task().decides(Decision.APPROVE);

    // When
    List<SpecificRecord> again = story.lastAnswerComesAgain();
    asks("tester", WRITE);
    LoopVerdict late = verdict(story.lastAnswerComesAgain());

    // Then: it is known to be settled as long as the history of then is there
    assertThat(again).isEmpty();
    assertThat(late.getReason()).isEqualTo("Of before the last reset");
    assertThat(late.getVerdictId()).isNotEqualTo(loop.getVerdictId());
  }

  @Test
  void aLoopByMeaningBeginsTheBudgetOfTheTaskThatAsked() {
    for (String root : List.of("T1", "root")) {
      // Given
      Story spending =
          Story.underYaml("collaboration_loop: {}", "budget_exceeded: {tokens: 100}").modelIsBusy();
      spending.task("root").enters("begin");
      TaskScript<Outputs> costly = spending.task("T1").under(root).by("dev").costing(60, 0);
      costly.happens(new CollaborationRequested("tester", WRITE));
      costly.happens(new CollaborationRequested("tester", CREATE));

      // When: it is known a step later, and counts from when it was asked
      assertThat(costly.enters("a").verdicts()).isEmpty();
      verdict(spending.modelAnswers());

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
    return story.task("T1").by("dev");
  }

  private Outputs asks(String of, String request) {
    return task().happens(new CollaborationRequested(of, request));
  }

  private Outputs asking(String of, String request) {
    return task().asking().happens(new CollaborationRequested(of, request));
  }
}
