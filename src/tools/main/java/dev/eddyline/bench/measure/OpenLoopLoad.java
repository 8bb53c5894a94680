package dev.eddyline.bench.measure;

import dev.eddyline.bench.load.Load;
import dev.eddyline.bench.load.ProbeEvents;
import dev.eddyline.bench.process.BenchProcess;
import dev.eddyline.bench.process.TopicFixture;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends a load at a constant rate (open loop) and times the replies to some events. One event in
 * twenty requests a reply; one in a hundred is a subtask's second equal failure.
 */
final class OpenLoopLoad {

  private static final int REPLY_EVERY_NTH_EVENT = 20;
  private static final int SUBTASK_EVERY_NTH_EVENT = 100;

  /** Distance between a subtask's two failures, in events of subtasks. */
  private static final int SUBTASK_EVENTS_BETWEEN_FAILURES = 4;

  private static final double WARM_UP_SHARE = 0.5;
  private static final long POLL_NANOS = 100_000_000;

  private final Map<String, Long> dueNanosByPendingEventId = new ConcurrentHashMap<>();
  private final Histogram taskLatencies = new Histogram(3);
  private final Histogram subtaskLatencies = new Histogram(3);
  private final TopicFixture fixture;
  private final Load load;
  private final double rate;
  private final LongSupplier processedEventCount;
  private volatile long timingStartNanos;
  private volatile boolean allSent;
  private volatile RuntimeException failure;

  /**
   * @param load fill events are sent at once, the rest after those are processed; timing starts
   *     after half of the rest
   * @param rate events a second
   * @param processedEvents number of events that the processor has processed
   */
  OpenLoopLoad(TopicFixture fixture, Load load, double rate, LongSupplier processedEvents) {
    this.fixture = fixture;
    this.load = load;
    this.rate = rate;
    this.processedEventCount = processedEvents;
  }

  /** Total number of events for this number of timed ones. */
  static double totalEventsForTimedEvents(double timed) {
    return timed / (1 - WARM_UP_SHARE);
  }

  /** Starts a thread that sends all events; an interrupt stops it. */
  Thread startSending() {
    Thread sending = new Thread(this::send, "bench-sender");
    sending.setDaemon(true);
    sending.start();
    return sending;
  }

  private void send() {
    long filling = load.fillEventCount();
    long[] number = {0};
    long[] startNanos = {0};
    try (KafkaProducer<String, AgentEvent> producer = fixture.producer()) {
      load.forEach(
          generated -> {
            long position = number[0]++ - filling;
            if (position < 0) {
              send(generated, producer);
              return;
            }
            if (position == 0) {
              awaitProcessedEvents(filling);
              startNanos[0] = System.nanoTime();
              timingStartNanos = startNanos[0] + (long) (load.timed() * WARM_UP_SHARE / rate * 1e9);
            }
            long dueAt = startNanos[0] + (long) (position / rate * 1e9);
            AgentEvent event = probeOrGeneratedEvent((int) position, generated);
            if (event.getReplyRequested()) {
              dueNanosByPendingEventId.put(event.getEventId(), dueAt);
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
        new ProducerRecord<>(
            fixture.topics().name(TopicRole.AGENT_EVENTS), event.getTaskId(), event));
  }

  private void awaitProcessedEvents(long events) {
    while (processedEventCount.getAsLong() < events) {
      pauseUntil(System.nanoTime() + POLL_NANOS);
    }
  }

  private static void pauseUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; ) {
      LockSupport.parkNanos(left);
      requireNotInterrupted();
      left = nanos - System.nanoTime();
    }
  }

  private static void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("sending was interrupted");
    }
  }

  private static AgentEvent probeOrGeneratedEvent(int number, AgentEvent generated) {
    int position = number % SUBTASK_EVERY_NTH_EVENT;
    int turn = number / SUBTASK_EVERY_NTH_EVENT;
    if (position == 1) {
      return ProbeEvents.ofSubtask(turn, false);
    } else if (position == 2 && turn >= SUBTASK_EVENTS_BETWEEN_FAILURES) {
      return ProbeEvents.ofSubtask(turn - SUBTASK_EVENTS_BETWEEN_FAILURES, true);
    }
    generated.setReplyRequested(position % REPLY_EVERY_NTH_EVENT == 0);
    return generated;
  }

  /** Waits until replies are timed. */
  void awaitTimingStart() {
    while (timingStartNanos == 0) {
      if (failure != null) {
        throw new IllegalStateException("events could not be sent", failure);
      }
      pauseUntil(System.nanoTime() + POLL_NANOS);
    }
    pauseUntil(timingStartNanos);
  }

  /** Records the reply to an event. */
  void recordReply(String eventId) {
    Long dueAt = dueNanosByPendingEventId.remove(eventId);
    if (dueAt != null && dueAt >= timingStartNanos) {
      Histogram histogram =
          eventId.startsWith(ProbeEvents.SUBTASK_EVENT_ID_PREFIX)
              ? subtaskLatencies
              : taskLatencies;
      histogram.recordValue(Math.max(0, System.nanoTime() - dueAt));
    }
  }

  /** Whether all events are sent and replied to. */
  boolean isEveryEventRepliedTo() {
    return failure == null && allSent && dueNanosByPendingEventId.isEmpty();
  }

  /** Throws when sending failed, or when no reply arrived within the limit. */
  void requireReplyProgress(long limit, String application) {
    if (failure != null) {
      throw new IllegalStateException(application + ": events could not be sent", failure);
    }
    if (System.nanoTime() > limit) {
      throw new IllegalStateException(
          "%s: no reply for %d s; %d events have no reply, for example %s"
              .formatted(
                  application,
                  BenchProcess.STALL_TIMEOUT.toSeconds(),
                  dueNanosByPendingEventId.size(),
                  dueNanosByPendingEventId.keySet().stream().findFirst().orElse("none")));
    }
  }

  /** Reply latencies of tasks in nanoseconds, complete after the last reply. */
  Histogram taskLatencies() {
    return taskLatencies;
  }

  /** Reply latencies of subtasks in nanoseconds, complete after the last reply. */
  Histogram subtaskLatencies() {
    return subtaskLatencies;
  }
}
