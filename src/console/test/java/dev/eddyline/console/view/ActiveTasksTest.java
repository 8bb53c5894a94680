package dev.eddyline.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.app.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Recently active tasks over all instances. */
class ActiveTasksTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final AtomicLong nanos = new AtomicLong();

  private static Status status(List<Integer> active, Map<Integer, Integer> tasks) {
    List<Status.Member> members =
        List.of(
            new Status.Member("one:1", List.of(), List.of()),
            new Status.Member("two:2", List.of(), List.of()));
    return new Status(
        "running",
        true,
        List.of(),
        null,
        new Status.Partitions(4, active, List.of()),
        members,
        new Status.Tasks(0, tasks, 0, 0),
        0,
        Map.of(),
        null,
        Map.of(),
        Map.of());
  }

  private static Optional<JsonNode> json(Status status) {
    return Optional.of(JSON.valueToTree(status));
  }

  private ActiveTasks asking(Function<String, CompletableFuture<Optional<JsonNode>>> other) {
    Status own = status(List.of(0, 1), Map.of(0, 3, 1, 4));
    return new ActiveTasks(() -> own, () -> Optional.of("one:1"), other, nanos::get);
  }

  @Test
  void queriesEachInstanceForItsPartitions() {
    // Given
    List<String> queried = new ArrayList<>();
    Status other = status(List.of(2, 3), Map.of(2, 10, 3, 20));

    // When
    ActiveTasks.ReportedTaskCount figures =
        asking(
                address -> {
                  queried.add(address);
                  return CompletableFuture.completedFuture(json(other));
                })
            .now();

    // Then
    assertThat(queried).containsExactly("two:2");
    assertThat(figures).isEqualTo(new ActiveTasks.ReportedTaskCount(37, 4, 4));
  }

  @Test
  void countsPartitionReportedByTwoInstancesOnce() {
    // Given
    Status other = status(List.of(1, 2), Map.of(1, 4, 2, 10));

    // When
    ActiveTasks.ReportedTaskCount figures =
        asking(address -> CompletableFuture.completedFuture(json(other))).now();

    // Then
    assertThat(figures).isEqualTo(new ActiveTasks.ReportedTaskCount(17, 3, 4));
  }

  @Test
  void countsOnlyOwnPartitionsWhenPeersDoNotAnswer() {
    assertThat(asking(address -> CompletableFuture.completedFuture(Optional.empty())).now())
        .isEqualTo(new ActiveTasks.ReportedTaskCount(7, 2, 4));
  }

  @Test
  void returnsStaleCountWhileInstanceIsSlow() {
    // Given
    List<CompletableFuture<Optional<JsonNode>>> answers = new ArrayList<>();
    answers.add(CompletableFuture.completedFuture(json(status(List.of(2, 3), Map.of(2, 1)))));
    CompletableFuture<Optional<JsonNode>> slow = new CompletableFuture<>();
    answers.add(slow);
    ActiveTasks active = asking(address -> answers.remove(0));

    // When
    ActiveTasks.ReportedTaskCount first = active.now();
    nanos.addAndGet(3_000_000_000L);
    ActiveTasks.ReportedTaskCount meanwhile = active.now();
    slow.complete(json(status(List.of(2, 3), Map.of(2, 100))));
    ActiveTasks.ReportedTaskCount later = active.now();

    // Then
    assertThat(first.active()).isEqualTo(8);
    assertThat(meanwhile).isEqualTo(first);
    assertThat(later.active()).isEqualTo(107);
  }
}
