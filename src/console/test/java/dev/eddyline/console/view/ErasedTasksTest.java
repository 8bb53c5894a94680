package dev.eddyline.console.view;

import static dev.eddyline.console.ReplayedOutputs.START;
import static dev.eddyline.console.ReplayedOutputs.failures;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.console.json.OverviewJson;
import dev.eddyline.gate.RootResets;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.outputs.DeadLetter;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The projection after the erasure of a task. */
public class ErasedTasksTest extends OutputProjectionTestBase {

  public static final Instant ERASED_AT = START.plusSeconds(10);

  public static SpecificRecord erasure(String task, List<SpecificRecord> outputs) {
    GateTrigger any =
        outputs.stream()
            .filter(GateTrigger.class::isInstance)
            .map(GateTrigger.class::cast)
            .findFirst()
            .orElseThrow();
    return GateTrigger.newBuilder(any)
        .setGateId("erased-" + task)
        .setTriggerId("erased-" + task)
        .setState(GateState.CLOSED)
        .setTaskId(task)
        .setRootTaskId(task)
        .setAgentId("")
        .setLoopId(null)
        .setText("")
        .setEvidence(List.of())
        .setReason(RootResets.ERASED_RESET_REASON)
        .setOpenedAt(ERASED_AT)
        .setDecidedAt(ERASED_AT)
        .build();
  }

  private static List<String> subtaskFailures(String task, String message, int times) {
    return Collections.nCopies(
        times,
        "{\"taskId\":\"%s\",\"rootTaskId\":\"T\",\"agentId\":\"agent-of-%s\",\"type\":\"failure_reported\",\"message\":\"%s\"}"
            .formatted(task, task, message));
  }

  public static List<SpecificRecord> outputsOfTwoTasks() {
    List<String> lines = new ArrayList<>(failures("secret-task", 4));
    lines.replaceAll(line -> line.replace("a1", "secret-agent").replace("boom", "secret text"));
    lines.addAll(failures("other", 4));
    return ReplayedOutputs.replayEventLines(lines);
  }

  /** Everything that lists, overview and figures are built from. */
  private String shown() {
    StringBuilder all = new StringBuilder(overview().toString());
    projection.tasks().forEach(task -> all.append(task.taskId()).append(task.timelineOutputs()));
    projection.outputs().forEach(all::append);
    projection.openGates().forEach(gate -> all.append(gate.newestChangeWithEvidence()));
    projection.closedGates().forEach(gate -> all.append(gate.newestChangeWithEvidence()));
    projection
        .figures()
        .patterns()
        .all()
        .forEach(
            pattern ->
                all.append(pattern.headline())
                    .append(pattern.reason())
                    .append(pattern.agents())
                    .append(pattern.newestTasks()));
    return all.toString();
  }

  @Test
  void erasedTaskIsShownNowhere_andOtherTasksAreUnchanged() {
    // Given
    List<SpecificRecord> outputs = outputsOfTwoTasks();
    applyAll(outputs);
    assertThat(shown()).contains("secret-task", "secret-agent", "secret text");

    // When
    applyAll(List.of(erasure("secret-task", outputs)));

    // Then
    assertThat(shown()).doesNotContain("secret").contains("other", "boom");
    assertThat(projection.task("secret-task")).isNull();
    assertThat(projection.openGates())
        .extracting(GateProjection::rootTaskId)
        .containsExactly("other");
    assertThat(projection.task("other").state(NOW)).isEqualTo(TaskProjection.State.HELD);
    assertThat(projection.task("other").loopCount()).isPositive();
  }

  @Test
  void resultIsTheSame_inWhicheverOrderTheTopicsAreRead() {
    // Given
    List<SpecificRecord> outputs = new ArrayList<>(outputsOfTwoTasks());
    outputs.add(erasure("secret-task", outputs));
    Random random = new Random(7);

    for (int run = 0; run < 20; run++) {
      // When: gates of a root stay in order, as they are on one partition
      List<SpecificRecord> gates = outputs.stream().filter(GateTrigger.class::isInstance).toList();
      List<SpecificRecord> others =
          outputs.stream().filter(it -> !(it instanceof GateTrigger)).toList();
      List<SpecificRecord> order = new ArrayList<>(gates);
      int place = 0;
      for (SpecificRecord output : others) {
        place += random.nextInt(order.size() - place + 1);
        order.add(place, output);
      }
      OutputProjection mixed = new OutputProjection();
      order.forEach(output -> mixed.applyOutput(OutputEntry.of(output)));

      // Then
      assertThat(mixed.tasks()).extracting(TaskProjection::taskId).containsExactly("other");
      assertThat(mixed.openGates()).hasSize(1);
      assertThat(OutputJson.tree(OverviewJson.of(mixed, NOW, true, ALL)).toString())
          .doesNotContain("secret");
    }
  }

  @Test
  void outputsAfterTheErasureAreShown() {
    // Given
    List<SpecificRecord> outputs = outputsOfTwoTasks();
    SpecificRecord erasure = erasure("secret-task", outputs);
    applyAll(outputs);
    applyAll(List.of(erasure));
    List<SpecificRecord> later = ReplayedOutputs.replayEventLines(failures("secret-task", 4));
    assertThat(later)
        .filteredOn(GateTrigger.class::isInstance)
        .isNotEmpty()
        .allMatch(gate -> ((GateTrigger) gate).getOpenedAt().isBefore(ERASED_AT));
    later.forEach(output -> ReplayedOutputs.withDecisionTime(output, ERASED_AT.plusSeconds(5)));
    later.forEach(
        output -> {
          if (output instanceof dev.eddyline.schema.LoopVerdict verdict) {
            verdict.setVerdictId("later-" + verdict.getVerdictId());
          }
        });

    // When: the erasure is read again
    applyAll(later);
    applyAll(List.of(erasure));

    // Then
    assertThat(projection.task("secret-task").timelineOutputs()).hasSameSizeAs(later);
  }

  @Test
  void gateThatASubtaskOpensAfterItsErasureIsShown_thoughItsEventsAreOlder() {
    // Given
    List<SpecificRecord> outputs =
        ReplayedOutputs.replayEventLines(subtaskFailures("T.1", "disk full", 3));
    applyAll(List.of(erasure("T.1", outputs)));
    outputs.forEach(output -> ReplayedOutputs.withDecisionTime(output, ERASED_AT.plusSeconds(1)));
    GateTrigger opened =
        outputs.stream()
            .filter(GateTrigger.class::isInstance)
            .map(GateTrigger.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(opened.getOpenedAt()).isBefore(ERASED_AT);
    outputs.add(
        GateTrigger.newBuilder(opened)
            .setTriggerId("closed")
            .setState(GateState.CLOSED)
            .setReason(RootResets.DECIDED)
            .setEvidence(List.of())
            .setDecidedAt(ERASED_AT.plusSeconds(2))
            .build());

    // When
    applyAll(outputs);

    // Then
    assertThat(projection.outputs()).hasSize(outputs.size());
    assertThat(projection.closedGates()).hasSize(1);
  }

  @Test
  void erasedSubtaskIsRemovedFromItsRoot_whoseGateStaysUntilItIsClosed() {
    // Given
    List<String> lines = new ArrayList<>(subtaskFailures("T.2", "disk full", 2));
    lines.addAll(subtaskFailures("T.1", "secret text", 3));
    List<SpecificRecord> outputs = ReplayedOutputs.replayEventLines(lines);
    outputs.forEach(
        output -> {
          if (output instanceof GateTrigger gate) {
            gate.setOpenedAt(START);
          }
        });
    applyAll(outputs);
    GateProjection gate = projection.openGates().iterator().next();
    assertThat(gate.newestChange().getTaskId()).isEqualTo("T.1");

    // When
    applyAll(List.of(erasure("T.1", outputs)));

    // Then
    assertThat(projection.tasks())
        .extracting(TaskProjection::taskId)
        .containsExactlyInAnyOrder("T", "T.2");
    assertThat(projection.task("T").loops().values())
        .extracting(LoopVerdictSummary::taskId)
        .containsOnly("T.2");
    assertThat(projection.task("T").state(NOW)).isEqualTo(TaskProjection.State.HELD);
    assertThat(projection.task("T.2").gate()).isSameAs(gate);

    // When
    applyAll(
        List.of(
            GateTrigger.newBuilder(gate.newestChange())
                .setTriggerId("closed")
                .setState(GateState.CLOSED)
                .setReason(RootResets.DECIDED)
                .setEvidence(List.of())
                .setDecidedAt(ERASED_AT.plusSeconds(1))
                .build()));

    // Then
    assertThat(projection.openGates()).isEmpty();
    assertThat(projection.closedGates()).isEmpty();
    assertThat(projection.task("T.1")).isNull();
    assertThat(shown()).doesNotContain("secret text", "agent-of-T.1");
  }

  @Test
  void listenersReceiveTheErasure_andNoOutputOfTheTask() {
    // Given
    List<SpecificRecord> outputs = outputsOfTwoTasks();
    OutputView view = new OutputView(Clock.systemUTC());
    List<String> received = new ArrayList<>();
    view.addListener(
        new OutputView.ViewListener() {
          @Override
          public void onOutput(OutputEntry output) {
            received.add("output of " + output.rootTaskId());
          }

          @Override
          public void onTaskErased(OutputEntry erasure) {
            received.add("erased " + erasure.rootTaskId());
          }
        });
    view.onCaughtUpChanged(true);

    // When
    view.onOutput(erasure("secret-task", outputs), null);
    outputs.forEach(output -> view.onOutput(output, null));

    // Then
    assertThat(received).startsWith("erased secret-task").doesNotContain("output of secret-task");
    assertThat(received).contains("output of other");
  }

  @Test
  void deadLettersOfTheTaskAreRemoved() {
    // Given
    DeadLetterStore store = new DeadLetterStore();
    store.add(letter("1", "secret-task"));
    store.add(letter("2", "other"));

    // When
    store.onTaskErased(OutputEntry.of(erasure("secret-task", outputsOfTwoTasks())));

    // Then
    assertThat(store.covered(TaskScope.ALL, 0))
        .extracting(problem -> problem.letter().id())
        .containsExactly("2");
  }

  private static DeadLetter letter(String id, String key) {
    return new DeadLetter(
        id,
        1L,
        "agent-events",
        0,
        0L,
        DeadLetterReason.values()[0],
        "occurredAt is missing",
        key,
        10,
        new DeadLetter.Part(DeadLetter.Format.JSON, null, null, null, null, null, null));
  }
}
