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
  private static final long FRESH = Duration.ofSeconds(2).toNanos();

  /** A count younger than this is returned while a query is running. */
  private static final long KNOWN = Duration.ofSeconds(30).toNanos();

  /** How long a caller waits for the first query. */
  private static final long FIRST_MILLIS = 500;

  private final Supplier<Status> own;
  private final Supplier<Optional<String>> self;
  private final Function<String, CompletableFuture<Optional<JsonNode>>> statusOf;
  private final LongSupplier nanos;
  private Figures newest;
  private long newestAt;
  private CompletableFuture<Figures> round;

  /**
   * A count of active tasks.
   *
   * @param active tasks in those partitions
   * @param partitions partitions that were reported
   * @param of all partitions
   */
  record Figures(int active, int partitions, int of) {}

  /**
   * Counts over all instances.
   *
   * @param own the status of this instance
   * @param self address of this instance, empty where it has none
   * @param statusOf queries an instance's /status, empty without an answer; must not block
   * @param nanos a clock, nanoseconds
   */
  ActiveTasks(
      Supplier<Status> own,
      Supplier<Optional<String>> self,
      Function<String, CompletableFuture<Optional<JsonNode>>> statusOf,
      LongSupplier nanos) {
    this.own = own;
    this.self = self;
    this.statusOf = statusOf;
    this.nanos = nanos;
  }

  /** The count, at most some seconds old. */
  Figures now() {
    CompletableFuture<Figures> asked;
    synchronized (this) {
      long age = newest == null ? Long.MAX_VALUE : nanos.getAsLong() - newestAt;
      if (age < FRESH) {
        return newest;
      }
      asked = round == null ? ask() : round;
      round = asked.isDone() ? null : asked;
      if (!asked.isDone() && age < KNOWN) {
        return newest;
      }
    }
    try {
      return asked.get(FIRST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException slow) {
      return figures(own.get(), List.of());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return figures(own.get(), List.of());
    }
  }

  private CompletableFuture<Figures> ask() {
    Status here = own.get();
    String address = self.get().orElse("");
    List<CompletableFuture<Optional<JsonNode>>> others =
        here.instances().stream()
            .map(Status.Member::address)
            .filter(other -> !other.equals(address))
            .map(statusOf)
            .toList();
    CompletableFuture<Figures> asked =
        CompletableFuture.allOf(others.toArray(CompletableFuture[]::new))
            .thenApply(
                all ->
                    figures(
                        here,
                        others.stream()
                            .map(CompletableFuture::join)
                            .flatMap(Optional::stream)
                            .toList()));
    return asked.whenComplete((figures, failed) -> answered(figures));
  }

  private synchronized void answered(Figures figures) {
    round = null;
    if (figures != null) {
      newest = figures;
      newestAt = nanos.getAsLong();
    }
  }

  private static Figures figures(Status here, List<JsonNode> others) {
    Map<Integer, Integer> tasks = new TreeMap<>();
    Set<Integer> told = new TreeSet<>(here.partitions().active());
    here.partitions()
        .active()
        .forEach(
            partition ->
                tasks.put(partition, here.tasks().byPartition().getOrDefault(partition, 0)));
    for (JsonNode other : others) {
      for (JsonNode partition : other.at("/partitions/active")) {
        int number = partition.intValue();
        if (told.add(number)) {
          tasks.put(number, other.at("/tasks/byPartition/" + number).asInt());
        }
      }
    }
    int active = tasks.values().stream().mapToInt(Integer::intValue).sum();
    return new Figures(active, told.size(), here.partitions().total());
  }
}
