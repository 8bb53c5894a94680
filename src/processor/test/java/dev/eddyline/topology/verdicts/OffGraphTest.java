package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TestGraphSource.cyclicGraphYaml;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.metrics.Metric;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OffGraph;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.Transition;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TestGraphSource;
import dev.eddyline.topology.TopologyEvents;
import dev.eddyline.topology.TopologyRig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Verdicts on a task that leaves the graph of its workflow. */
class OffGraphTest {

  private static final String WORKFLOW = "flow";
  private static final String TASK = keyOf(0, 1);

  private final TestGraphSource published =
      new TestGraphSource().put(WORKFLOW, 4, cyclicGraphYaml("round"));
  private TopologyRig rig;
  private int events;

  @AfterEach
  void close() {
    rig.close();
  }

  private void run(Policies policies) {
    rig =
        new TopologyRig(
            TopologyRig.parts(
                    TOPICS,
                    1,
                    StoreType.IN_MEMORY,
                    TopologyRig.mockRegistry(),
                    PolicySource.ofFixedPolicies(policies))
                .withGraphs(published));
  }

  private void preset(String name) {
    run(Policies.ofSinglePolicy(Policies.preset(name)));
  }

  private List<LoopVerdict> pipeEvent(Object body, boolean isReplyRequested) {
    return pipeEvent(null, body, isReplyRequested);
  }

  private List<LoopVerdict> pipeEvent(String root, Object body, boolean isReplyRequested) {
    events++;
    AgentEvent event = TopologyEvents.event(TASK, "e-" + events, seconds(events), body);
    event.setRootTaskId(root);
    event.setWorkflow(WORKFLOW);
    event.setReplyRequested(isReplyRequested);
    rig.pipe(event);
    return rig.verdicts();
  }

  private List<LoopVerdict> moves(String from, String to) {
    return pipeEvent(new Transition(from, to, "because", false), false);
  }

  @Test
  void aTransitionOffTheGraphIsAVerdictButNotALoop() {
    // Given
    preset("graph");
    assertThat(moves("build", "test")).isEmpty();

    // When
    List<LoopVerdict> verdicts = moves("test", "guess");

    // Then
    assertThat(verdicts).hasSize(1);
    LoopVerdict verdict = verdicts.get(0);
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(verdict.getAction()).isEqualTo(Action.CONTINUE);
    assertThat(verdict.getOffGraph()).isEqualTo(new OffGraph("test", "guess"));
    assertThat(verdict.getReason())
        .isEqualTo("The transition test→guess is not on the graph of the workflow");
    assertThat(verdict.getWorkflow()).isEqualTo(WORKFLOW);
    assertThat(verdict.getEventId()).isEqualTo("e-2");
    assertThat(verdict.getLoopCount()).isZero();
    assertThat(verdict.getLoopId()).isNull();
    assertThat(rig.gates()).isEmpty();
  }

  @Test
  void aTransitionOffTheGraphIsReportedOnceATask_andCountedEachTime() {
    // Given
    preset("graph");
    moves("test", "guess");

    // When
    List<LoopVerdict> back = moves("guess", "test");
    List<LoopVerdict> again = moves("test", "guess");

    // Then
    assertThat(back).hasSize(1);
    assertThat(again).isEmpty();
    assertThat(rig.meters().get(Metric.TRANSITIONS_UNKNOWN.id()).counter().count()).isEqualTo(3);
  }

  @Test
  void anUnreachableStepIsOffTheGraph() {
    // Given
    preset("graph");
    pipeEvent(new StepStarted("build", false), false);

    // When
    List<LoopVerdict> verdicts = pipeEvent(new StepStarted("deploy", false), false);

    // Then
    assertThat(verdicts)
        .singleElement()
        .extracting(LoopVerdict::getOffGraph)
        .isEqualTo(new OffGraph("build", "deploy"));
  }

  @Test
  void aReplyReportsTheTransitionEveryTime() {
    // Given
    preset("graph");
    Transition off = new Transition("test", "guess", "because", false);

    // When
    List<LoopVerdict> first = pipeEvent(off, true);
    List<LoopVerdict> second = pipeEvent(off, true);

    // Then
    assertThat(first).singleElement().extracting(LoopVerdict::getOffGraph).isNotNull();
    assertThat(second).singleElement().extracting(LoopVerdict::getOffGraph).isNotNull();
    assertThat(second.get(0).getReason()).contains("test→guess is not on the graph");
  }

  @Test
  void aProposedTransitionOffTheGraphIsReportedButAllowed() {
    // Given
    preset("graph");

    // When
    List<LoopVerdict> verdicts = pipeEvent(new Transition("test", "guess", "may I", true), true);

    // Then
    assertThat(verdicts)
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.getAction()).isEqualTo(Action.CONTINUE);
              assertThat(verdict.getOffGraph()).isEqualTo(new OffGraph("test", "guess"));
              assertThat(verdict.getReason()).contains("is not on the graph");
            });
    assertThat(moves("test", "guess")).hasSize(1);
  }

  @Test
  void aLoopVerdictReportsTheTransitionOfTheSameEvent() {
    // Given: a transition limit of 5
    preset("phases");
    for (int time = 0; time < 5; time++) {
      moves("test", "guess");
    }

    // When
    List<LoopVerdict> verdicts = moves("test", "guess");

    // Then
    assertThat(verdicts)
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.getLoopType()).isNotEqualTo(LoopType.OK);
              assertThat(verdict.getOffGraph()).isEqualTo(new OffGraph("test", "guess"));
            });
  }

  @Test
  void transitionsAreReportedWithTheCycleDetectorOff() {
    // Given
    preset("failures");

    // When
    List<LoopVerdict> verdicts = moves("test", "guess");

    // Then
    assertThat(verdicts).singleElement().extracting(LoopVerdict::getOffGraph).isNotNull();
  }

  @Test
  void aShadowPolicyMarksTheVerdictAsShadow() {
    // Given
    run(
        Policies.ofSinglePolicy(
            PolicyReader.read("tried", "name: tried\nmode: shadow\nunbounded_retry: {}\n")));

    // When
    List<LoopVerdict> verdicts = moves("test", "guess");

    // Then
    assertThat(verdicts).singleElement().extracting(LoopVerdict::getShadow).isEqualTo(true);
  }

  @Test
  void aSubtaskReportsItsOwnTransition_inOneReply() {
    // Given
    preset("graph");
    Transition off = new Transition("test", "guess", "because", false);

    // When
    List<LoopVerdict> publishedVerdicts = pipeEvent("R", off, false);
    List<LoopVerdict> answered = pipeEvent("R", off, true);

    // Then
    assertThat(publishedVerdicts)
        .singleElement()
        .extracting(LoopVerdict::getRootTaskId)
        .isEqualTo("R");
    assertThat(publishedVerdicts.get(0).getOffGraph()).isNotNull();
    assertThat(answered).hasSize(1);
  }

  @Test
  void aSubtaskLoopVerdictReportsTheTransitionOnce() {
    // Given
    run(policiesWithIterationLimitAndOffGraphRule());
    pipeEvent("R", new StepStarted("build", false), false);

    // When
    List<LoopVerdict> publishedVerdicts = pipeEvent("R", new StepStarted("deploy", false), false);
    List<LoopVerdict> answered = pipeEvent("R", new StepStarted("deploy", false), true);

    // Then
    for (List<LoopVerdict> verdicts : List.of(publishedVerdicts, answered)) {
      assertThat(verdicts)
          .singleElement()
          .satisfies(
              verdict -> {
                assertThat(verdict.getTaskId()).isEqualTo(TASK);
                assertThat(verdict.getLoopType()).isEqualTo(LoopType.ITERATION_LIMIT);
                assertThat(verdict.getOffGraph().getTo()).isEqualTo("deploy");
              });
    }
  }

  @Test
  void aSubtaskTransitionIsReportedDuringAnOpenGate() {
    // Given
    run(policiesWithIterationLimitAndOffGraphRule());
    pipeEvent("R", new StepStarted("build", false), false);
    List<LoopVerdict> publishedVerdicts = new ArrayList<>();

    // When
    for (int step = 0; step < 20; step++) {
      List<LoopVerdict> verdicts = pipeEvent("R", new StepStarted("own " + step, false), false);
      assertThat(verdicts).hasSize(1);
      publishedVerdicts.addAll(verdicts);
    }

    // Then
    assertThat(publishedVerdicts).extracting(LoopVerdict::getOffGraph).doesNotContainNull();
    assertThat(publishedVerdicts).extracting(LoopVerdict::getVerdictId).doesNotHaveDuplicates();
    assertThat(publishedVerdicts)
        .extracting(LoopVerdict::getLoopType)
        .contains(LoopType.ITERATION_LIMIT, LoopType.OK);
  }

  private static Policies policiesWithIterationLimitAndOffGraphRule() {
    return Policies.ofSinglePolicy(
        PolicyReader.read(
            "valve",
            """
            name: valve
            unbounded_retry: {}
            iteration_limit: {maxIterations: 1}
            gate: {loops: 1}
            """));
  }

  @Test
  void disabledPolicyPublishesNoVerdicts() {
    // Given
    run(
        Policies.ofSinglePolicy(
            PolicyReader.read("off", "name: silent\nenabled: false\nunbounded_retry: {}\n")));

    // When
    List<LoopVerdict> verdicts = moves("test", "guess");

    // Then
    assertThat(verdicts).isEmpty();
  }
}
