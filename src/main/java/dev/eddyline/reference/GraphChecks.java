package dev.eddyline.reference;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphCheck;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seeks what is wrong with graphs, which may take seconds each, one after the other on a thread of
 * its own: nobody waits for it. Of each workflow only the newest graph is looked at.
 */
final class GraphChecks implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(GraphChecks.class);

  private final Map<String, FollowedGraph> waiting = new LinkedHashMap<>();
  private final Thread thread = new Thread(this::run, "graph-checks");

  /** Begins with what is waiting. */
  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Lets these be looked at, in place of older ones of their workflows that still wait. */
  synchronized void add(Collection<FollowedGraph> graphs) {
    for (FollowedGraph graph : graphs) {
      if (graph.known().isEmpty()) {
        waiting.put(graph.graph().name(), graph);
      }
    }
    notifyAll();
  }

  private void run() {
    try {
      while (true) {
        look(next());
      }
    } catch (InterruptedException closed) {
      // the end: what still waits is looked at after the next start
    }
  }

  private synchronized FollowedGraph next() throws InterruptedException {
    while (waiting.isEmpty()) {
      wait();
    }
    Iterator<FollowedGraph> first = waiting.values().iterator();
    FollowedGraph graph = first.next();
    first.remove();
    return graph;
  }

  private static void look(FollowedGraph graph) {
    if (graph.known().isPresent()) {
      return;
    }
    try {
      GraphCheck check = graph.check();
      LOG.atInfo()
          .addKeyValue("workflow", graph.graph().name())
          .addKeyValue("version", graph.version())
          .addKeyValue("findings", check.findings().size())
          .addKeyValue("not_sought", check.notSought().size())
          .log("a graph was checked");
    } catch (RuntimeException | StackOverflowError fault) {
      LOG.atError()
          .addKeyValue("workflow", graph.graph().name())
          .addKeyValue("version", graph.version())
          .setCause(fault)
          .log("a graph could not be checked: its tasks are followed, its findings are not told");
    }
  }

  /** Ends the thread; a look that has begun is not waited for. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
