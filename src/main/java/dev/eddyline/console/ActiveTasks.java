package dev.eddyline.console;

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
final class ActiveTasks {

  /** A count younger than this is returned without a new query. */
  private static final long FRESH_NANOS = Duration.ofSeconds(2).toNanos();

  /** A count younger than this is returned while a query is running. */
  private static final long STALE_NANOS = Duration.ofSeconds(30).toNanos();

  /** How long a caller waits for the first query. */
  private static final long FIRST_WAIT_MILLIS = 500;

  private final Supplier<Status> ownStatus;
  private final Supplier<Optional<String>> ownAddress;
  private final Function<String, CompletableFuture<Optional<JsonNode>>> statusOf;
  private final LongSupplier nanos;
  private ReportedTaskCount newest;
  private long newestAt;
  private CompletableFuture<ReportedTaskCount> pendingQuery;

  /**
   * A count of active tasks.
   *
   * @param active tasks in those partitions
   * @param reportedPartitions partitions that were reported
   * @param allPartitions all partitions
   */
  record ReportedTaskCount(int active, int reportedPartitions, int allPartitions) {}

  /**
   * Counts over all instances.
   *
   * @param ownStatus the status of this instance
   * @param ownAddress address of this instance, empty where it has none
   * @param statusOf queries an instance's /status, empty without an answer; must not block
   * @param nanos a clock, nanoseconds
   */
  ActiveTasks(
      Supplier<Status> ownStatus,
      Supplier<Optional<String>> ownAddress,
      Function<String, CompletableFuture<Optional<JsonNode>>> statusOf,
      LongSupplier nanos) {
    this.ownStatus = ownStatus;
    this.ownAddress = ownAddress;
    this.statusOf = statusOf;
    this.nanos = nanos;
  }

  /** The count, at most some seconds old. */
  ReportedTaskCount now() {
    CompletableFuture<ReportedTaskCount> query;
    synchronized (this) {
      long age = newest == null ? Long.MAX_VALUE : nanos.getAsLong() - newestAt;
      if (age < FRESH_NANOS) {
        return newest;
      }
      query = pendingQuery == null ? queryInstances() : pendingQuery;
      pendingQuery = query.isDone() ? null : query;
      if (!query.isDone() && age < STALE_NANOS) {
        return newest;
      }
    }
    try {
      return query.get(FIRST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException slow) {
      return countTasks(ownStatus.get(), List.of());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return countTasks(ownStatus.get(), List.of());
    }
  }

  private CompletableFuture<ReportedTaskCount> queryInstances() {
    Status here = ownStatus.get();
    String address = ownAddress.get().orElse("");
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
                    countTasks(
                        here,
                        others.stream()
                            .map(CompletableFuture::join)
                            .flatMap(Optional::stream)
                            .toList()));
    return query.whenComplete((count, failed) -> completeQuery(count));
  }

  private synchronized void completeQuery(ReportedTaskCount count) {
    pendingQuery = null;
    if (count != null) {
      newest = count;
      newestAt = nanos.getAsLong();
    }
  }

  private static ReportedTaskCount countTasks(Status here, List<JsonNode> others) {
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
