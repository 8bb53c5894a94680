package dev.eddyline.reference;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphCheck;
import dev.eddyline.work.SteadyThread;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Seeks what is wrong with graphs, which may take seconds each, one after the other on a thread of
 * its own: nobody waits for it. Of each workflow only the newest graph is looked at; what was asked
 * for comes first.
 */
final class GraphChecks implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(GraphChecks.class);

  /** How long a look that has begun is waited for at the end, once it was interrupted. */
  private static final Duration CLOSE = Duration.ofMillis(100);

  private final Map<String, FollowedGraph> asked = new LinkedHashMap<>();
  private final Map<String, FollowedGraph> waiting = new LinkedHashMap<>();
  private final SteadyThread thread =
      new SteadyThread(
          "graph-checks",
          it -> it.untilClosed(this::step),
          GraphChecks::failed,
          Duration.ZERO,
          CLOSE);

  /** Before its start: who is told when an error ended it. */
  void whenItEndsByItself(Consumer<Throwable> told) {
    thread.whenItEndsByItself(told);
  }

  /** Begins with what is waiting. */
  void start() {
    thread.start();
  }

  /** Lets these be looked at, in place of older ones of their workflows that still wait. */
  synchronized void add(Collection<FollowedGraph> graphs) {
    for (FollowedGraph graph : graphs) {
      if (graph.known().isEmpty()) {
        waiting.put(graph.graph().name(), graph);
        asked.replace(graph.graph().name(), graph);
      }
    }
    notifyAll();
  }

  /** Lets this be looked at before those that nobody asked for. */
  synchronized void ask(FollowedGraph graph) {
    asked.put(graph.graph().name(), graph);
    notifyAll();
  }

  private void step() {
    try {
      look(next());
    } catch (InterruptedException closed) {
      // the end: what still waits is looked at after the next start
    }
  }

  private synchronized FollowedGraph next() throws InterruptedException {
    while (true) {
      Optional<FollowedGraph> first = first(asked).or(() -> first(waiting));
      if (first.isPresent()) {
        return first.get();
      }
      wait();
    }
  }

  private static Optional<FollowedGraph> first(Map<String, FollowedGraph> graphs) {
    Iterator<FollowedGraph> all = graphs.values().iterator();
    if (!all.hasNext()) {
      return Optional.empty();
    }
    FollowedGraph first = all.next();
    all.remove();
    return Optional.of(first);
  }

  private static void look(FollowedGraph graph) {
    if (graph.known().isPresent()) {
      return;
    }
    GraphCheck check = graph.check();
    Optional<Throwable> fault = graph.fault();
    LoggingEventBuilder log = fault.map(it -> LOG.atError().setCause(it)).orElseGet(LOG::atInfo);
    log.addKeyValue("workflow", graph.graph().name())
        .addKeyValue("version", graph.version())
        .addKeyValue("findings", check.findings().size())
        .addKeyValue("not_sought", check.notSought().size())
        .log(
            fault.isPresent()
                ? "a graph could not be checked: its tasks are followed, what is wrong with it is not known"
                : "a graph was checked");
  }

  private static void failed(RuntimeException reason, long retryMillis) {
    LOG.atError()
        .addKeyValue("retry_ms", retryMillis)
        .setCause(reason)
        .log("the checking of graphs failed and is begun anew");
  }

  /** Ends the thread; a look that has begun is hardly waited for. */
  @Override
  public void close() {
    thread.close();
  }
}
