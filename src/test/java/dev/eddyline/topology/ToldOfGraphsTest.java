package dev.eddyline.topology;

import static dev.eddyline.topology.JournalledRun.FINDINGS;
import static dev.eddyline.topology.JournalledRun.VERDICTS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.GraphFindings;
import dev.eddyline.verify.Committed;
import dev.eddyline.verify.Committed.At;
import org.junit.jupiter.api.Test;

/** Verification confirms correct graph findings, and no manipulated ones. */
class ToldOfGraphsTest {

  private final JournalledRun run = new JournalledRun();

  private Committed told() {
    return run.records().stream()
        .filter(it -> it.at().topic().equals(FINDINGS))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsSaidOfAGraphIsConfirmed_whenEverItWasSaid() {
    // Given
    ((GraphFindings) told().value()).setDecidedAt(seconds(9_999));

    // When
    run.verify();

    // Then
    assertThat(told().key()).isEqualTo(JournalledRun.WALKER);
  }

  @Test
  void aLostRecordIsFound() {
    // Given
    run.records().remove(told());

    // When / Then
    run.assertRefused(
        "LOST: the findings of the graph of workflow %s (workflow-graphs, offset 2) are not"
            .formatted(JournalledRun.WALKER));
  }

  @Test
  void aDoubledRecordIsFound() {
    // Given
    Committed told = told();
    run.records().add(new Committed(new At(FINDINGS, 0, 9), 0L, told.key(), told.value()));

    // When / Then
    run.assertRefused("DOUBLED: the findings of the graph", "graph-findings 0@0");
  }

  @Test
  void aRecordThatSaysSomethingElseIsFound() {
    // Given
    ((GraphFindings) told().value()).setEdges(99);

    // When / Then
    run.assertRefused("DIFFERENT: the findings of the graph", "another edges: 99, by the rules 4");
  }

  @Test
  void aRecordThatNothingCausesIsFound() {
    // Given
    run.records().add(new Committed(new At(FINDINGS, 0, 9), 0L, "other", null));

    // When / Then
    run.assertRefused("DIFFERENT: the findings of the graph of workflow other", "by an activation");
  }

  @Test
  void aTransitionOffTheGraphThatIsNotToldIsFound() {
    // Given
    run.records()
        .removeIf(it -> it.at().topic().equals(VERDICTS) && it.value() == run.verdict("w-off"));

    // When / Then
    run.assertRefused("LOST", "LoopVerdict of event w-off");
  }
}
