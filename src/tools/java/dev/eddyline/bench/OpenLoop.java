package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends a load at a constant rate (open loop) and times the replies to some events. One event in
 * twenty requests a reply; one in a hundred is a subtask's second equal failure.
 */
final class OpenLoop {

  private static final int ASKING = 20;
  private static final int OF_SUBTASK = 100;

  /** Distance between a subtask's two failures, in events of subtasks. */
  private static final int APART = 4;

  private static final double WARM_UP = 0.5;
  private static final long POLL_NANOS = 100_000_000;

  private final Map<String, Long> due = new ConcurrentHashMap<>();
  private final Histogram ofTasks = new Histogram(3);
  private final Histogram ofSubtasks = new Histogram(3);
  private final Bed bed;
  private final Load load;
  private final double rate;
  private final LongSupplier taken;
  private volatile long recordFrom;
  private volatile boolean allSent;
  private volatile RuntimeException failure;

  /**
   * @param load fill events are sent at once, the rest after those are processed; timing starts
   *     after half of the rest
   * @param rate events a second
   * @param taken number of events that the processor has processed
   */
  OpenLoop(Bed bed, Load load, double rate, LongSupplier taken) {
    this.bed = bed;
    this.load = load;
    this.rate = rate;
    this.taken = taken;
  }

  /** Total number of events for this number of timed ones. */
  static double inAll(double timed) {
    return timed / (1 - WARM_UP);
  }

  /** Starts a thread that sends all events; an interrupt stops it. */
  Thread start() {
    Thread sending = new Thread(this::send, "bench-sender");
    sending.setDaemon(true);
    sending.start();
    return sending;
  }

  private void send() {
    long filling = load.filling();
    long[] number = {0};
    long[] begin = {0};
    try (KafkaProducer<String, AgentEvent> producer =
        bed.producer(Map.of(ProducerConfig.LINGER_MS_CONFIG, 0))) {
      load.forEach(
          drawn -> {
            long place = number[0]++ - filling;
            if (place < 0) {
              send(drawn, producer);
              return;
            }
            if (place == 0) {
              awaitTaken(filling);
              begin[0] = System.nanoTime();
              recordFrom = begin[0] + (long) (load.timed() * WARM_UP / rate * 1e9);
            }
            long dueAt = begin[0] + (long) (place / rate * 1e9);
            AgentEvent event = event((int) place, drawn);
            if (event.getReplyRequested()) {
              due.put(event.getEventId(), dueAt);
            }
            pauseUntil(dueAt);
            send(event, producer);
          });
    } catch (RuntimeException failed) {
      failure = failed;
    }
    allSent = true;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // an unpublished event shows up as a missing
  // reply
  private void send(AgentEvent event, KafkaProducer<String, AgentEvent> producer) {
    producer.send(
        new ProducerRecord<>(bed.topics().name(TopicRole.AGENT_EVENTS), event.getTaskId(), event));
  }

  private void awaitTaken(long events) {
    while (taken.getAsLong() < events) {
      pauseUntil(System.nanoTime() + POLL_NANOS);
    }
  }

  private static void pauseUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; ) {
      LockSupport.parkNanos(left);
      requireWanted();
      left = nanos - System.nanoTime();
    }
  }

  private static void requireWanted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("sending was interrupted");
    }
  }

  private static AgentEvent event(int number, AgentEvent drawn) {
    int place = number % OF_SUBTASK;
    int turn = number / OF_SUBTASK;
    if (place == 1) {
      return Questions.ofSubtask(turn, false);
    } else if (place == 2 && turn >= APART) {
      return Questions.ofSubtask(turn - APART, true);
    }
    drawn.setReplyRequested(place % ASKING == 0);
    return drawn;
  }

  /** Waits until the fill events are processed and sending at the rate starts. */
  void awaitBegin() {
    while (recordFrom == 0) {
      if (failure != null) {
        throw new IllegalStateException("events could not be sent", failure);
      }
      pauseUntil(System.nanoTime() + POLL_NANOS);
    }
  }

  /** Waits until replies are timed. */
  void awaitTiming() {
    awaitBegin();
    pauseUntil(recordFrom);
  }

  /** Throws when sending ended before the measurement. */
  void requireSending() {
    if (failure != null || allSent) {
      throw new IllegalStateException("sending ended before the measurement", failure);
    }
  }

  /** Records the reply to an event. */
  void answered(String eventId) {
    Long dueAt = due.remove(eventId);
    if (dueAt != null && dueAt >= recordFrom) {
      Histogram histogram = eventId.startsWith(Questions.SUBTASK) ? ofSubtasks : ofTasks;
      histogram.recordValue(Math.max(0, System.nanoTime() - dueAt));
    }
  }

  /** Whether all events are sent and replied to. */
  boolean isAnswered() {
    return failure == null && allSent && due.isEmpty();
  }

  /** Throws when sending failed, or when no reply arrived within the limit. */
  void check(long limit, String application) {
    if (failure != null) {
      throw new IllegalStateException(application + ": events could not be sent", failure);
    }
    if (System.nanoTime() > limit) {
      throw new IllegalStateException(
          "%s: no reply for %d s; %d events have no reply, for example %s"
              .formatted(
                  application,
                  Run.STANDSTILL.toSeconds(),
                  due.size(),
                  due.keySet().stream().findFirst().orElse("none")));
    }
  }

  /** Reply latencies of tasks in nanoseconds, complete after the last reply. */
  Histogram ofTasks() {
    return ofTasks;
  }

  /** Reply latencies of subtasks in nanoseconds, complete after the last reply. */
  Histogram ofSubtasks() {
    return ofSubtasks;
  }
}
