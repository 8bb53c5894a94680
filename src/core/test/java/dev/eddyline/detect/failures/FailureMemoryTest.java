package dev.eddyline.detect.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.DetectorHarness;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The stored failures, and what a repeated one reports of the earlier ones. */
class FailureMemoryTest {

  private static final IdenticalFailure.Limits NORMALIZED = FailureLimits.normalized(true);

  private final DetectorHarness<FailureHistory, IdenticalFailure.Limits> failures =
      DetectorHarness.ofFailures();

  @Test
  void otherFailuresInBetweenDoNotHideARepeat() {
    var run = failures.withLimits(NORMALIZED);
    run.fails("Error A");
    run.fails("Error B");

    assertThat(run.fails("Error A")).isPresent();
    assertThat(run.fails("Error B")).isPresent();
  }

  @Test
  void tenDistinctFailuresAreStoredAndTheOldestIsEvictedFirst() {
    var run = failures.withLimits(NORMALIZED);
    IntStream.range(0, 10).forEach(i -> run.fails("Error " + (char) ('A' + i)));
    run.fails("Error A");
    run.fails("Error K");

    assertThat(run.fails("Error A")).isPresent();
    assertThat(run.fails("Error B")).isEmpty();
  }

  @Test
  void failureExpiresAfterWindow() {
    var within = DetectorHarness.ofFailures().withLimits(NORMALIZED);
    within.fails("Error A");
    assertThat(within.advanceTime(Duration.ofHours(24)).fails("Error A")).isPresent();

    var beyond = DetectorHarness.ofFailures().withLimits(NORMALIZED);
    beyond.fails("Error A");
    assertThat(beyond.advanceTime(Duration.ofHours(24).plusMillis(1)).fails("Error A")).isEmpty();
  }

  @Test
  void windowAppliesToLateEventsToo() {
    var run = failures.withLimits(NORMALIZED);
    run.fails("Error A");

    assertThat(run.advanceTime(Duration.ofHours(-30)).fails("Error A")).isEmpty();
    assertThat(run.advanceTime(Duration.ofHours(30)).fails("Error A")).isPresent();
  }

  @Test
  void theLoopNamesItsFirstEventItsAgentsAndItsCost() {
    var run = failures.withLimits(NORMALIZED);
    run.asAgent("b").fails("Error B");
    run.asAgent("a").fails("Error A");
    FoundLoop loop = run.asAgent("b").fails("Error A").orElseThrow();

    assertThat(loop.getFirstEventId()).isEqualTo("e2");
    assertThat(loop.getFirstAt()).isEqualTo(DetectorHarness.BEGIN.plusSeconds(1));
    assertThat(loop.getAgents()).containsExactly("a", "b");
    assertThat(loop.getCostBefore().getTokens()).isEqualTo(10);
    assertThat(loop.getEvidence()).extracting(Evidence::getEventId).containsExactly("e2", "e3");
    assertThat(loop.getEvidence()).extracting(Evidence::getWhat).containsOnly("Error A");
  }

  @Test
  void evidenceContainsFirstAndNewestEvents() {
    var run = failures.withLimits(NORMALIZED);
    IntStream.range(0, 9).forEach(i -> run.fails("Error A"));

    FoundLoop loop = run.fails("Error A").orElseThrow();

    assertThat(loop.getAttempts()).isEqualTo(10);
    assertThat(loop.getEvidence())
        .extracting(Evidence::getEventId)
        .containsExactly("e1", "e7", "e8", "e9", "e10");
  }

  @Test
  void theEvidenceHoldsNoSecret() {
    var run = failures.withLimits(NORMALIZED);
    run.fails("login with password=hunter2 failed");

    FoundLoop loop = run.fails("login with password=hunter2 failed").orElseThrow();

    assertThat(loop.toString()).doesNotContain("hunter2");
  }

  @Test
  void theIdentityOfALoopStaysTheSameWhileItsVolatilePartsChange() {
    List<String> identities = new ArrayList<>();
    var run = failures.withLimits(NORMALIZED);
    run.fails("Timed out at 10:00:01");
    identities.add(run.fails("Timed out at 10:00:02").orElseThrow().getIdentity());
    identities.add(run.fails("Timed out at 10:00:03").orElseThrow().getIdentity());
    var other = DetectorHarness.ofFailures().withLimits(NORMALIZED);
    other.fails("Timed out at 11:11:11");
    identities.add(other.fails("Timed out at 11:11:12").orElseThrow().getIdentity());

    assertThat(identities).containsOnly(identities.get(0));
  }

  @Test
  void identityIgnoresLinesAndFilesOfEqualFailures() {
    List<String> identities = new ArrayList<>();
    for (int line = 10; line < 30; line += 4) {
      var run = DetectorHarness.ofFailures().withLimits(NORMALIZED);
      run.fails("SyntaxError at line " + line);
      identities.add(run.fails("SyntaxError at line " + line).orElseThrow().getIdentity());
    }
    for (String file : List.of("a.ts", "b.ts")) {
      var run = DetectorHarness.ofFailures().withLimits(NORMALIZED);
      run.fails("SyntaxError at line 3", file);
      identities.add(run.fails("SyntaxError at line 3", file).orElseThrow().getIdentity());
    }

    assertThat(identities).hasSize(7).containsOnly(identities.get(0));
  }

  @Test
  void disabledDetectorFindsNoLoopsAndStoresNoFailures() {
    var run = failures.withLimits(FailureLimits.normalized(false));
    run.fails("Error A");

    assertThat(run.fails("Error A")).isEmpty();
    assertThat(run.withLimits(NORMALIZED).fails("Error A")).isEmpty();
  }
}
