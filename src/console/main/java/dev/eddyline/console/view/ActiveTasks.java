package dev.eddyline.console.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.app.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Counts recently active tasks over all instances. While the overview is open, each other instance
 * is queried for its partitions every few seconds. Thread-safe.
 */
public final class ActiveTasks {

  /** A count younger than this is returned without a new query. */
  private static final long FRESH_COUNT_MAX_AGE_NANOS = Duration.ofSeconds(2).toNanos();

  /** A count younger than this is returned while a query is running. */
  private static final long STALE_COUNT_MAX_AGE_NANOS = Duration.ofSeconds(30).toNanos();

  /** How long a caller waits for the first query. */
  private static final long FIRST_QUERY_TIMEOUT_MILLIS = 500;

  private final Supplier<Status> thisInstanceStatus;
  private final Supplier<Optional<String>> thisInstanceAddress;
  private final Function<String, CompletableFuture<Optional<JsonNode>>> statusOf;
  private final LongSupplier nanos;
  private ReportedTaskCount newest;
  private long newestAt;
  private CompletableFuture<ReportedTaskCount> pendingTaskCountQuery;

  /**
   * A count of active tasks.
   *
   * @param active tasks in those partitions
   * @param reportedPartitionCount partitions that were reported
   * @param totalPartitionCount all partitions
   */
  public record ReportedTaskCount(
      int active, int reportedPartitionCount, int totalPartitionCount) {}

  /**
   * Counts over all instances.
   *
   * @param thisInstanceStatus the status of this instance
   * @param thisInstanceAddress address of this instance, empty where it has none
   * @param statusOf queries an instance's /status, empty without an answer; must not block
   * @param nanos a clock, nanoseconds
   */
  public ActiveTasks(
      Supplier<Status> thisInstanceStatus,
      Supplier<Optional<String>> thisInstanceAddress,
      Function<String, CompletableFuture<Optional<JsonNode>>> statusOf,
      LongSupplier nanos) {
    this.thisInstanceStatus = thisInstanceStatus;
    this.thisInstanceAddress = thisInstanceAddress;
    this.statusOf = statusOf;
    this.nanos = nanos;
  }

  /** The count, at most some seconds old. */
  public ReportedTaskCount now() {
    CompletableFuture<ReportedTaskCount> query;
    synchronized (this) {
      long age = newest == null ? Long.MAX_VALUE : nanos.getAsLong() - newestAt;
      if (age < FRESH_COUNT_MAX_AGE_NANOS) {
        return newest;
      }
      query =
          pendingTaskCountQuery == null ? queryTaskCountsOfAllInstances() : pendingTaskCountQuery;
      pendingTaskCountQuery = query.isDone() ? null : query;
      if (!query.isDone() && age < STALE_COUNT_MAX_AGE_NANOS) {
        return newest;
      }
    }
    try {
      return query.get(FIRST_QUERY_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException slow) {
      return sumTasksOverInstances(thisInstanceStatus.get(), List.of());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return sumTasksOverInstances(thisInstanceStatus.get(), List.of());
    }
  }

  private CompletableFuture<ReportedTaskCount> queryTaskCountsOfAllInstances() {
    Status here = thisInstanceStatus.get();
    String address = thisInstanceAddress.get().orElse("");
    List<CompletableFuture<Optional<JsonNode>>> others =
        here.instances().stream()
            .map(Status.Member::address)
            .filter(other -> !other.equals(address))
            .map(statusOf)
            .toList();
    CompletableFuture<ReportedTaskCount> query =
        CompletableFuture.allOf(others.toArray(CompletableFuture[]::new))
            .thenApply(
                all ->
                    sumTasksOverInstances(
                        here,
                        others.stream()
                            .map(CompletableFuture::join)
                            .flatMap(Optional::stream)
                            .toList()));
    return query.whenComplete((count, failed) -> storeQueryResult(count));
  }

  private synchronized void storeQueryResult(ReportedTaskCount count) {
    pendingTaskCountQuery = null;
    if (count != null) {
      newest = count;
      newestAt = nanos.getAsLong();
    }
  }

  private static ReportedTaskCount sumTasksOverInstances(Status here, List<JsonNode> others) {
    Map<Integer, Integer> tasks = new TreeMap<>();
    Set<Integer> reported = new TreeSet<>(here.partitions().active());
    here.partitions()
        .active()
        .forEach(
            partition ->
                tasks.put(partition, here.tasks().byPartition().getOrDefault(partition, 0)));
    for (JsonNode other : others) {
      for (JsonNode partition : other.at("/partitions/active")) {
        int number = partition.intValue();
        if (reported.add(number)) {
          tasks.put(number, other.at("/tasks/byPartition/" + number).asInt());
        }
      }
    }
    int active = tasks.values().stream().mapToInt(Integer::intValue).sum();
    return new ReportedTaskCount(active, reported.size(), here.partitions().total());
  }
}
