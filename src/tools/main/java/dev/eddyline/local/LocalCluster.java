package dev.eddyline.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka cluster of several brokers on 127.0.0.1, each in a separate process and also a
 * controller. Its data exists until {@link #close}. For one thread.
 */
public final class LocalCluster implements AutoCloseable {

  private final List<LocalBroker> brokers = new ArrayList<>();

  private LocalCluster(int size) {
    List<BrokerAddress> addresses =
        IntStream.rangeClosed(1, size)
            .mapToObj(id -> new BrokerAddress(id, Ports.findFreePort(), Ports.findFreePort()))
            .toList();
    String clusterId = Uuid.randomUuid().toString();
    addresses.forEach(address -> brokers.add(new LocalBroker(address, addresses, clusterId)));
  }

  /**
   * A cluster of this many brokers, at least 1, ready for use. With three or more, each topic has
   * three replicas and needs two in sync. ServerStartException when it does not start.
   */
  public static LocalCluster start(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("brokers must be ≥ 1, was " + size);
    }
    LocalCluster cluster = new LocalCluster(size);
    return ServerProcess.startOrCloseOnFailure(
        cluster,
        () -> {
          cluster.brokers.forEach(LocalBroker::format);
          // no broker is ready before a majority has started
          inParallel(cluster.brokers, LocalBroker::restart);
        });
  }

  /** Hosts and ports, for bootstrap.servers. */
  public String bootstrapServers() {
    return brokers.stream().map(LocalBroker::bootstrapServers).collect(Collectors.joining(","));
  }

  /** Number of brokers. */
  public int size() {
    return brokers.size();
  }

  /**
   * Kills brokers, as a loss of power would.
   *
   * @param brokerIndexes indexes of the brokers, from 0
   */
  public void kill(Set<Integer> brokerIndexes) {
    select(brokerIndexes).forEach(LocalBroker::kill);
  }

  /** Restarts brokers with their data; returns when they are ready. */
  public void restart(Set<Integer> brokerIndexes) {
    inParallel(select(brokerIndexes), LocalBroker::restart);
  }

  /** Kills brokers and restarts them after a while; returns when they are ready. */
  public void bounce(Set<Integer> brokerIndexes, Duration outage) {
    kill(brokerIndexes);
    LockSupport.parkNanos(outage.toNanos());
    restart(brokerIndexes);
  }

  private List<LocalBroker> select(Set<Integer> brokerIndexes) {
    return brokerIndexes.stream().map(brokers::get).toList();
  }

  /** Copies the brokers' logs into a folder. */
  public void copyLogs(Path folder) {
    brokers.forEach(broker -> broker.copyLog(folder));
  }

  /** Stops all and deletes their data. */
  @Override
  public void close() {
    // a clean stop would hang, because the last brokers would wait for a majority
    brokers.forEach(LocalBroker::kill);
    brokers.forEach(LocalBroker::close);
  }

  private static void inParallel(List<LocalBroker> brokers, Consumer<LocalBroker> action) {
    ExecutorService threads = Executors.newFixedThreadPool(brokers.size());
    try {
      List<Future<?>> running = new ArrayList<>();
      brokers.forEach(broker -> running.add(threads.submit(() -> action.accept(broker))));
      for (Future<?> each : running) {
        each.get();
      }
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof ServerStartException why
          ? why
          : new ServerStartException("a broker could not be started", failed.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerStartException("interrupted while waiting for the brokers", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
