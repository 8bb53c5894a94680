package dev.eddyline.evaluate;

import static dev.eddyline.evaluate.LabelledRunFixtures.event;
import static dev.eddyline.evaluate.LabelledRunFixtures.noLoop;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.guards.ReferenceGuard;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgeTest {

  private final InputProblems problems = new InputProblems(new PrintWriter(new StringWriter()));

  @TempDir private Path folder;

  private static LabelledRun failures(int count, Optional<String> policy) {
    List<RecordedEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var failure = FailureReported.newBuilder().setMessage("TypeError: x is undefined").build();
      events.add(new RecordedEvent(event("T1", i, failure), i + 1));
    }
    return new LabelledRun("set", "run", policy, events, noLoop());
  }

  @Test
  void verdictsOfAPolicyAreAlarms() {
    // When
    JudgedRun judged =
        new PolicyJudge("default", false, problems).judge(failures(3, Optional.empty()));

    // Then
    assertThat(judged.alarms()).extracting(Alarm::event).containsExactly(1, 2);
    assertThat(judged.alarms().get(0).detectors()).containsExactly("identical_failure");
    assertThat(judged.firstGate()).hasValue(2);
  }

  @Test
  void runsWithTheSameTaskDoNotInfluenceEachOther() {
    // Given
    PolicyJudge judge = new PolicyJudge("default", false, problems);
    LabelledRun run = failures(2, Optional.empty());

    // When
    JudgedRun first = judge.judge(run);

    // Then
    assertThat(judge.judge(run)).isEqualTo(first);
  }

  @Test
  void shadowVerdictsAreNoAlarms() throws IOException {
    // Given
    Path policy =
        Files.writeString(
            folder.resolve("shadow.yaml"), "name: quiet\nextends: default\nmode: shadow\n");

    // When
    JudgedRun judged =
        new PolicyJudge(policy.toString(), false, problems).judge(failures(3, Optional.empty()));

    // Then
    assertThat(judged.alarms()).isEmpty();
  }

  @Test
  void caseIsJudgedUnderItsOwnPolicyIfNoneIsNamed() throws IOException {
    // Given
    Path policy =
        Files.writeString(
            folder.resolve("off.yaml"), "name: silent\nextends: default\nenabled: false\n");
    LabelledRun run = failures(3, Optional.of(policy.toString()));

    // When
    JudgedRun followed = new PolicyJudge("default", true, problems).judge(run);
    JudgedRun fixed = new PolicyJudge("default", false, problems).judge(run);

    // Then
    assertThat(followed.alarms()).isEmpty();
    assertThat(fixed.alarms()).isNotEmpty();
  }

  @Test
  void guardSeesEachTaskAlone_andItsAlarmsAreAtTheRunsEvents() {
    // Given
    ReferenceGuard secondEvent =
        new ReferenceGuard() {
          @Override
          public String name() {
            return "second event";
          }

          @Override
          public List<Integer> alarms(List<AgentEvent> run) {
            return run.size() > 1 ? List.of(1) : List.of();
          }
        };
    var failure = FailureReported.newBuilder().setMessage("m").build();
    List<RecordedEvent> events = new ArrayList<>();
    for (String task : List.of("T1", "T2", "T1", "T2")) {
      events.add(new RecordedEvent(event(task, events.size(), failure), events.size() + 1));
    }

    // When
    JudgedRun judged =
        new GuardJudge(secondEvent)
            .judge(new LabelledRun("set", "run", Optional.empty(), events, noLoop()));

    // Then
    assertThat(judged.alarms()).extracting(Alarm::event).containsExactly(2, 3);
  }
}
