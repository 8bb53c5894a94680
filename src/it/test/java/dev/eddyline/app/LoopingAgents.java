package dev.eddyline.app;

import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;

/**
 * Looping agents: each fails three times alike and waits at its gate. After an approval it
 * continues and loops again; after a rejection it fails a fourth time nevertheless. A new task
 * starts after each decision; the last ones wait until the test starts them.
 */
final class LoopingAgents implements AutoCloseable {

  /** Tasks that wait for their first decision at the same time. */
  private static final int AT_ONCE = 30;

  private static final int LAST_TASKS = 20;

  private final EventFeed feed;
  private final OutputFeed outputs;
  private final Semaphore free = new Semaphore(AT_ONCE);
  private final CountDownLatch lastTasksStarted = new CountDownLatch(1);
  private final AtomicInteger continuedTaskCount = new AtomicInteger();
  private final Thread starter;

  /** Starts this many tasks, {@link #task} by name. */
  LoopingAgents(TestCluster cluster, TopicCatalogue topics, int tasks) {
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    outputs = new OutputFeed(cluster.bootstrap(), feed.registry(), topics, this::see);
    starter = new Thread(() -> start(tasks), "looping-agents");
    starter.start();
  }

  /** Name of a task, from 0. */
  static String task(int number) {
    return "task-" + number;
  }

  /** The fourth failure of a rejected task. */
  static String eventIdOfFailureAfterRejection(String task) {
    return task + "/insists";
  }

  private void start(int tasks) {
    try {
      for (int number = 0; number < tasks; number++) {
        if (number == tasks - LAST_TASKS) {
          lastTasksStarted.await();
        }
        free.acquire();
        loop(task(number), 1);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void see(SpecificRecord output) {
    if (output instanceof GateTrigger gate
        && gate.getState() == GateState.CLOSED
        && gate.getRecurrenceOf() == null) {
      continueTaskAfterDecision(gate.getRootTaskId(), gate.getDecision());
      continuedTaskCount.incrementAndGet();
      free.release();
    }
  }

  private void continueTaskAfterDecision(String task, Decision decision) {
    if (decision == Decision.REJECT) {
      fail(task, "same", eventIdOfFailureAfterRejection(task));
      return;
    }
    fail(task, "another", task + "/other");
    feed.send(
        JsonEvents.json(
            "{\"taskId\":\"%s\",\"type\":\"step_started\",\"step\":\"build\"}".formatted(task)));
    loop(task, 2);
  }

  private void loop(String task, int round) {
    for (int i = 0; i < 3; i++) {
      fail(task, "same", task + "/" + round + "/" + i);
    }
  }

  private void fail(String task, String message, String eventId) {
    feed.send(JsonEvents.failure(task, message, eventId, Instant.now()));
  }

  /** Starts the last tasks. */
  void startLastTasks() {
    lastTasksStarted.countDown();
  }

  /** Tasks that continued after their first decision. */
  int continuedTaskCount() {
    return continuedTaskCount.get();
  }

  @Override
  public void close() {
    try {
      starter.interrupt();
      starter.join();
      outputs.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading ended", interrupted);
    } finally {
      feed.close();
    }
  }
}
