package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TallyFileTest {

  private static final ChaosPlan PLAN = new ChaosPlan(7, 20, 3, 3, true);

  @TempDir private Path folder;

  private TallyFile file() {
    return new TallyFile(folder.resolve("tally.jsonl"));
  }

  private static ChaosResult run(ChaosPlan plan, int first, int last) {
    ChaosTally tally = new ChaosTally();
    for (int number = first; number <= last; number++) {
      tally.recordFaultAndCheckTimeLimit(
          ChaosFaultType.KILL, List.of(Duration.ofMillis(9_001)), true);
    }
    return tally.toResult(plan, first, 62_111, 1, List.of());
  }

  @Test
  void addedRunsAreReadBack() throws IOException {
    // Given
    ChaosResult one = run(PLAN, 1, 3);
    ChaosResult other = run(new ChaosPlan(8, 20, 2, 1, false), 1, 5);

    // When
    file().add(one);
    file().add(other);

    // Then
    assertThat(file().runs()).containsExactly(one, other);
    assertThat(Files.readAllLines(file().path()))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("{\"seed\":7,\"processors\":3,\"brokers\":3,\"smallDisks\":true,\"first\":1,")
        .contains("\"kinds\":{\"KILL\":{\"faults\":3,\"longestMs\":9001}}");
  }

  @Test
  void aSeedResumesAfterItsLastVerifiedFault() throws IOException {
    // When / Then
    assertThat(file().nextFaultNumber(PLAN)).isEqualTo(1);
    file().add(run(PLAN, 1, 3));
    file().add(run(new ChaosPlan(8, 20, 3, 3, true), 1, 9));
    assertThat(file().nextFaultNumber(PLAN)).isEqualTo(4);
    file().add(run(PLAN, 4, 20));
    assertThat(file().nextFaultNumber(PLAN)).isEqualTo(21);
  }

  @Test
  void theSameSeedWithAnotherPlanIsRejected() throws IOException {
    // Given
    file().add(run(PLAN, 1, 3));

    // When / Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file().nextFaultNumber(new ChaosPlan(7, 20, 2, 1, false)))
        .withMessageContaining("contains seed 7 with 3 processors, 3 brokers and full disks");
  }

  @Test
  void errorNamesTheInvalidLine() throws IOException {
    // Given
    file().add(run(PLAN, 1, 3));
    Files.writeString(file().path(), Files.readString(file().path()) + "{\"seed\":\n");

    // When / Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file().runs())
        .withMessageContaining("--tally: line 2 of");
  }
}
