package dev.eddyline.notifier;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deliveries to one target: those of a gate one after the other, a few gates side by side. A
 * failed one is repeated with back-off until it is given up; meanwhile the later ones of its gate
 * wait. Methods that are not private are called by the thread that reads the records; the rest
 * belongs to a thread of this object.
 */
final class GateQueues implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(GateQueues.class);

  /** Changes that wait for their delivery; above it, no more records are read. */
  static final int MAX_DELIVERIES = 1_000;

  /** A delivery is not given up before this many attempts, however old its change is. */
  static final int MIN_ATTEMPTS = 4;

  /** Longest pause that a target can ask for. */
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final Channel channel;
  private final Duration giveUpAfter;
  private final BiFunction<Delivery, Answer, CompletableFuture<Void>> deadLetters;
  private final Consumer<Delivery> done;
  private final DeliveryListener listener;
  private final Consumer<Throwable> onError;
  private final ScheduledExecutorService thread;
  private final AtomicInteger size = new AtomicInteger();
  private final Map<String, GateQueue> gates = new HashMap<>();

  /** Gates whose first delivery is due. */
  private final Queue<GateQueue> due = new ArrayDeque<>();

  private int running;
  private long pausedUntilNanos = System.nanoTime();

  /** The deliveries of a gate; the first one is due, being attempted, or waits for a repeat. */
  private static final class GateQueue {
    private final Queue<Delivery> deliveries = new ArrayDeque<>();
    private CompletableFuture<Void> attempt = CompletableFuture.completedFuture(null);
    private boolean isDropped;
  }

  /**
   * Queues without deliveries.
   *
   * @param name name of the thread
   * @param giveUpAfter a delivery is given up when it fails this long after its change
   * @param deadLetters publishes a delivery that was given up
   * @param done called for each delivery that needs no more attempts
   * @param onError receives an error after which deliveries may never end
   */
  GateQueues(
      String name,
      Channel channel,
      Duration giveUpAfter,
      BiFunction<Delivery, Answer, CompletableFuture<Void>> deadLetters,
      Consumer<Delivery> done,
      DeliveryListener listener,
      Consumer<Throwable> onError) {
    this.channel = channel;
    this.giveUpAfter = giveUpAfter;
    this.deadLetters = deadLetters;
    this.done = done;
    this.listener = listener;
    this.onError = onError;
    thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread created = new Thread(work, name);
              created.setDaemon(true);
              return created;
            });
  }

  /** Whether no more records should be read now. */
  boolean isFull() {
    return size.get() >= MAX_DELIVERIES;
  }

  /** Number of deliveries. */
  int size() {
    return size.get();
  }

  /** Adds a delivery behind those of its gate. */
  void add(Delivery delivery) {
    size.incrementAndGet();
    execute(
        () -> {
          GateQueue queue = gates.computeIfAbsent(delivery.gateId(), it -> new GateQueue());
          queue.deliveries.add(delivery);
          if (queue.deliveries.size() == 1) {
            becomeDue(queue);
          }
        });
  }

  private void execute(Runnable work) {
    thread.execute(() -> runOrReport(work));
  }

  private void schedule(Runnable work, long nanos) {
    var unused = thread.schedule(() -> runOrReport(work), nanos, TimeUnit.NANOSECONDS);
  }

  private void runOrReport(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error failed) {
      report(failed);
    }
  }

  private Void report(Throwable failed) {
    if (thread.isShutdown()) {
      // what ends after the close is delivered again
      return null;
    }
    LOG.error("delivery of notifications failed unexpectedly", failed);
    onError.accept(failed);
    return null;
  }

  /**
   * Drops the deliveries of partitions, and waits for the requests that are under way, so that
   * another notifier's requests cannot overtake them.
   */
  void drop(Collection<TopicPartition> lost) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    execute(() -> dropNow(lost, ended));
    try {
      ended.get(2 * TargetHttp.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException late) {
      LOG.warn("requests under way have not ended: another notifier may send them again");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void dropNow(Collection<TopicPartition> lost, CompletableFuture<Void> ended) {
    List<CompletableFuture<Void>> attempts = new ArrayList<>();
    for (GateQueue queue : List.copyOf(gates.values())) {
      if (lost.contains(queue.deliveries.element().partition())) {
        queue.isDropped = true;
        attempts.add(queue.attempt);
        size.addAndGet(-queue.deliveries.size());
        gates.remove(queue.deliveries.element().gateId());
        due.remove(queue);
      }
    }
    var unused =
        CompletableFuture.allOf(attempts.toArray(CompletableFuture[]::new))
            .whenComplete((none, failed) -> ended.complete(null));
  }

  private void becomeDue(GateQueue queue) {
    if (!queue.isDropped) {
      due.add(queue);
      attemptDue();
    }
  }

  /** Attempts what is due: a few at a time, and none while the target wants none. */
  private void attemptDue() {
    while (running < TargetHttp.MAX_CONNECTIONS && !due.isEmpty() && !isPaused()) {
      attempt(due.remove());
    }
  }

  private boolean isPaused() {
    return pausedUntilNanos - System.nanoTime() > 0;
  }

  private void attempt(GateQueue queue) {
    running++;
    Delivery delivery = queue.deliveries.element();
    delivery.beginAttempt();
    queue.attempt =
        deliver(delivery.notification())
            .thenAcceptAsync(answer -> end(queue, answer), thread)
            .exceptionally(this::report);
  }

  /** The answer, also where a channel fails unexpectedly. */
  private CompletableFuture<Answer> deliver(Notification notification) {
    try {
      return channel.deliver(notification).exceptionally(GateQueues::unanswered);
    } catch (RuntimeException failed) {
      return CompletableFuture.completedFuture(unanswered(failed));
    }
  }

  private static Answer unanswered(Throwable failed) {
    return Answer.none(failed.getClass().getSimpleName());
  }

  private void end(GateQueue queue, Answer answer) {
    running--;
    Delivery delivery = queue.deliveries.element();
    if (answer.isDelivered()) {
      listener.onDelivered(delivery);
      finish(queue);
    } else if (!queue.isDropped && isLast(delivery, answer)) {
      // a hand-over of the partition waits for the dead letter, too
      queue.attempt =
          deadLetters
              .apply(delivery, answer)
              .handleAsync((none, failed) -> giveUp(queue, answer, failed), thread)
              .exceptionally(this::report);
    } else if (!queue.isDropped) {
      repeat(queue, answer);
    }
    attemptDue();
  }

  private boolean isLast(Delivery delivery, Answer answer) {
    boolean isOld =
        delivery.attempts() >= MIN_ATTEMPTS && delivery.age().compareTo(giveUpAfter) >= 0;
    return answer.isFinal() || isOld;
  }

  private Void giveUp(GateQueue queue, Answer answer, Throwable failed) {
    if (failed != null) {
      repeat(queue, answer);
    } else {
      listener.onGivenUp(queue.deliveries.element(), answer);
      finish(queue);
    }
    return null;
  }

  private void repeat(GateQueue queue, Answer answer) {
    Duration pause = queue.deliveries.element().nextPause();
    listener.onFailed(queue.deliveries.element(), answer, pause);
    answer.retryAfter().ifPresent(this::pauseTarget);
    schedule(() -> becomeDue(queue), pause.toNanos());
  }

  private void pauseTarget(Duration pause) {
    Duration bounded = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    long until = System.nanoTime() + bounded.toNanos();
    if (until - pausedUntilNanos > 0) {
      pausedUntilNanos = until;
      schedule(this::attemptDue, bounded.toNanos() + 1);
    }
  }

  private void finish(GateQueue queue) {
    Delivery delivery = queue.deliveries.remove();
    done.accept(delivery);
    if (queue.isDropped) {
      return;
    }
    size.decrementAndGet();
    if (queue.deliveries.isEmpty()) {
      gates.remove(delivery.gateId());
    } else {
      becomeDue(queue);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
