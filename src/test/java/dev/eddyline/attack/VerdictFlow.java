package dev.eddyline.attack;

import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.avro.specific.SpecificRecord;

/** Publishes events that request a verdict at a steady rate, and measures the latency. */
final class VerdictFlow implements AutoCloseable {

  private static final long BETWEEN_NANOS = 20_000_000;
  private static final int TASKS = 50;

  private final EventFeed feed;
  private final OutputFeed outputs;
  private final Map<String, Long> sentAt = new ConcurrentHashMap<>();
  private final AtomicReference<Histogram> millis = new AtomicReference<>(newHistogram());
  private final Thread sender = new Thread(this::send, "verdict-flow");
  private volatile boolean ends;

  /** Starts to publish, 50 events a second at most. */
  VerdictFlow(TestCluster cluster, TopicCatalogue topics) {
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    outputs = new OutputFeed(cluster.bootstrap(), feed.registry(), topics, this::take);
    sender.start();
  }

  private static Histogram newHistogram() {
    return new ConcurrentHistogram(2);
  }

  private void send() {
    for (int i = 0; !ends; i++) {
      AgentEvent event =
          JsonEvents.json(
              "{\"taskId\":\"flow-%d\",\"type\":\"user_message\",\"text\":\"x\",\"replyRequested\":true}"
                  .formatted(i % TASKS));
      sentAt.put(event.getEventId(), System.nanoTime());
      feed.send(event);
      LockSupport.parkNanos(BETWEEN_NANOS);
    }
  }

  private void take(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict) {
      Long sent = sentAt.remove(verdict.getEventId());
      if (sent != null) {
        millis.get().recordValue((System.nanoTime() - sent) / 1_000_000);
      }
    }
  }

  /** Latencies of the verdicts since the last call, milliseconds. */
  Histogram take() {
    return millis.getAndSet(newHistogram());
  }

  @Override
  public void close() {
    ends = true;
    try {
      sender.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    outputs.close();
    feed.close();
  }
}
