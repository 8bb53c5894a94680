package dev.eddyline.reference;

import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.work.RestartingThread;
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
 * Checks graphs one after the other on its own thread, since each may take seconds. Of each
 * workflow only the newest graph is checked; requested graphs come first.
 */
final class GraphCheckQueue implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(GraphCheckQueue.class);

  /** Longest wait for a running check at the end, once it was interrupted. */
  private static final Duration RUNNING_CHECK_CLOSE_TIMEOUT = Duration.ofMillis(100);

  private final Map<String, LoadedGraph> requestedGraphByWorkflow = new LinkedHashMap<>();
  private final Map<String, LoadedGraph> waiting = new LinkedHashMap<>();
  private final RestartingThread thread =
      new RestartingThread(
          "graph-checks",
          it -> it.repeatUntilClosed(this::checkNextGraph),
          GraphCheckQueue::logFailure,
          Duration.ZERO,
          RUNNING_CHECK_CLOSE_TIMEOUT);

  /** Before the start: sets the handler of an error that ends the thread. */
  void setFailureHandler(Consumer<Throwable> handler) {
    thread.withUncaughtErrorListener(handler);
  }

  /** Starts checking. */
  void start() {
    thread.start();
  }

  /** Enqueues graphs, in place of waiting older ones of the same workflows. */
  synchronized void enqueueGraphs(Collection<LoadedGraph> graphs) {
    for (LoadedGraph graph : graphs) {
      if (graph.cachedLintResult().isEmpty()) {
        waiting.put(graph.graph().name(), graph);
        requestedGraphByWorkflow.replace(graph.graph().name(), graph);
      }
    }
    notifyAll();
  }

  /** Puts a graph before those that were not requested. */
  synchronized void prioritizeGraph(LoadedGraph graph) {
    requestedGraphByWorkflow.put(graph.graph().name(), graph);
    notifyAll();
  }

  private void checkNextGraph() {
    try {
      checkGraphAndLogResult(awaitNextGraph());
    } catch (InterruptedException closed) {
      // closed: waiting graphs are checked after the next start
    }
  }

  private synchronized LoadedGraph awaitNextGraph() throws InterruptedException {
    while (true) {
      Optional<LoadedGraph> first =
          removeFirstGraph(requestedGraphByWorkflow).or(() -> removeFirstGraph(waiting));
      if (first.isPresent()) {
        return first.get();
      }
      wait();
    }
  }

  private static Optional<LoadedGraph> removeFirstGraph(Map<String, LoadedGraph> graphs) {
    Iterator<LoadedGraph> all = graphs.values().iterator();
    if (!all.hasNext()) {
      return Optional.empty();
    }
    LoadedGraph first = all.next();
    all.remove();
    return Optional.of(first);
  }

  private static void checkGraphAndLogResult(LoadedGraph graph) {
    if (graph.cachedLintResult().isPresent()) {
      return;
    }
    LintResult check = graph.lintResult();
    Optional<Throwable> failure = graph.lintFailure();
    LoggingEventBuilder log = failure.map(it -> LOG.atError().setCause(it)).orElseGet(LOG::atInfo);
    log.addKeyValue("workflow", graph.graph().name())
        .addKeyValue("version", graph.version())
        .addKeyValue("findings", check.findings().size())
        .addKeyValue("not_sought", check.incompleteChecks().size())
        .log(
            failure.isPresent()
                ? "graph check failed: its tasks are checked against it, its findings are unknown"
                : "graph checked");
  }

  private static void logFailure(RuntimeException reason, long retryMillis) {
    LOG.atError()
        .addKeyValue("retry_ms", retryMillis)
        .setCause(reason)
        .log("graph checks failed: restarting");
  }

  /** Ends the thread, with a short wait for a running check. */
  @Override
  public void close() {
    thread.close();
  }
}
