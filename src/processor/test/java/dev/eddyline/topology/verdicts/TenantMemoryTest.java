package dev.eddyline.topology.verdicts;

import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.meaning.model.SentenceModel;
import dev.eddyline.memory.LoopMemoryIndex;
import dev.eddyline.memory.LoopSimilarity;
import dev.eddyline.memory.MeaningSimilarity;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.task.scenario.TaskScript;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyRig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts of one tenant never reach the outputs of another, through the loop memory. */
class TenantMemoryTest {

  private static final String FAILURE = "TypeError: cannot read property 'x' of undefined";
  private static final String SIMILAR = "TypeError: cannot read property 'y' of undefined";
  private static final String REWORDED = "The code reads x of an object that is undefined";
  private static final String MARKER = "marker-5127";

  private final LoopSimilarity similarity =
      MeaningSimilarity.of(text -> Optional.of(SentenceModel.shared().encode(text)));
  private final LoopMemoryIndex index = new LoopMemoryIndex(similarity);
  private final TopologyRig rig = rig(() -> index.currentSnapshot());
  private int second;

  private static TopologyRig rig(Supplier<RemedyLookup> lookup) {
    var policy = PolicyReader.read("b", "name: b\nextends: default\nmemory: {share: all}");
    var parts =
        TopologyRig.parts(
            TOPICS,
            1,
            StoreType.IN_MEMORY,
            TopologyRig.mockRegistry(),
            PolicySource.ofFixedPolicies(
                new Policies(
                    Map.of("build", policy, "deploy", policy), Policies.preset("default"))));
    return new TopologyRig(parts.withRemedyLookup(lookup));
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private TaskScript<TopologyRig> task(String task, String tenant, String workflow) {
    return TaskScript.of(
            task,
            event -> {
              event.setEventId("e" + ++second);
              event.setOccurredAt(seconds(second));
              return rig.pipe(event);
            })
        .inWorkflow(workflow)
        .ofTenant(tenant);
  }

  private static void fails(TaskScript<TopologyRig> task, String message) {
    for (int time = 1; time <= 3; time++) {
      task.fails(message);
    }
  }

  /** The texts of all outputs since the last call; the loop memory is read, too. */
  private String outputs() {
    List<Object> outputs = new ArrayList<>(rig.verdicts());
    outputs.addAll(rig.gates());
    outputs.addAll(rig.receipts());
    outputs.addAll(rig.resets());
    outputs.addAll(rig.signals());
    var cases = rig.published(TOPICS.name(TopicRole.LOOP_MEMORY), LoopMemory.class);
    cases.forEach(record -> index.applyLoopMemoryRecord(record.key(), record.value()));
    similarity.resolvePendingMeanings(() -> true);
    outputs.addAll(cases);
    return outputs.toString();
  }

  /** A task whose failures, hint and gate carry the marker, and which is decided with it. */
  private void leaveMarker(String task, String tenant, String workflow) {
    TaskScript<TopologyRig> script = task(task, tenant, workflow);
    fails(script, FAILURE);
    // a decision names neither tenant nor workflow: the gate's are stored
    task(task, null, null).decides(Decision.APPROVE, null, "Guidance " + MARKER + " of " + task);
    script.completes();
    assertThat(outputs()).contains(MARKER);
  }

  static Stream<Arguments> twoTenants() {
    List<Arguments> cases = new ArrayList<>();
    for (String failure : List.of(FAILURE, SIMILAR, REWORDED)) {
      for (String workflow : new String[] {"build", "deploy", null}) {
        cases.add(Arguments.of("a-", "b-", workflow, failure));
        cases.add(Arguments.of("b-", "a-", workflow, failure));
        cases.add(Arguments.of("a-", null, workflow, failure));
        cases.add(Arguments.of(null, "a-", workflow, failure));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("twoTenants")
  void anotherTenantSeesNothing_theSameTenantSeesTheGuidance(
      String from, String to, String workflow, String failure) {
    // Given
    String workflowOfFirst = workflow == null ? null : "build";
    leaveMarker("first-1", from, workflowOfFirst);

    // When: twice, as the meaning of the first loop is computed after it
    fails(task("other-1", to, workflow), failure);
    String other = outputs();
    fails(task("other-2", to, workflow), failure);
    other += outputs();
    fails(task("first-2", from, workflow), failure);
    outputs();
    fails(task("first-3", from, workflow), failure);
    String own = outputs();

    // Then
    assertThat(other).contains("other-1", "other-2").doesNotContain(MARKER, "first-1");
    assertThat(own).contains(MARKER);
  }

  @Test
  void theTenantOfATaskIsTheFirstOneThatItsEventsName() {
    // Given
    leaveMarker("first-1", "a-", "build");

    // When: a later event cannot move the task to the other tenant's memory
    task("other-1", null, "build").fails(FAILURE);
    task("other-1", "b-", "build").fails(FAILURE);
    task("other-1", "a-", "build").fails(FAILURE);
    task("other-1", null, "build").decides(Decision.APPROVE, null, "Guidance of b");
    String outputs = outputs();
    fails(task("first-2", "a-", "build"), FAILURE);

    // Then
    assertThat(outputs).doesNotContain(MARKER);
    assertThat(outputs()).contains(MARKER).doesNotContain("Guidance of b");
  }

  @Test
  void loopsOfSubtasksUseTheMemoryOfTheirRootsTenant() {
    // Given: the tenant is known from a subtask only
    TaskScript<TopologyRig> subtask = task("a-sub-1", "a-", "build").belowRoot("a-root-1");
    fails(subtask, FAILURE);
    task("a-root-1", null, null).decides(Decision.APPROVE, null, MARKER);
    outputs();

    // When
    fails(task("b-sub-1", "b-", "build").belowRoot("b-root-1"), FAILURE);
    String other = outputs();
    task("a-root-2", "a-", "build").starts("goal");
    fails(task("a-sub-2", null, "build").belowRoot("a-root-2"), FAILURE);
    String own = outputs();

    // Then
    assertThat(other).contains("b-root-1").doesNotContain(MARKER, "a-sub-1");
    assertThat(own).contains(MARKER);
  }
}
