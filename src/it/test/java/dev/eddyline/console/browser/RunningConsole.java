package dev.eddyline.console.browser;

import static org.awaitility.Awaitility.await;

import dev.eddyline.app.Application;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Console;
import dev.eddyline.console.WebServer;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real processor with its console, on the shared broker and registry, for a class of tests. */
final class RunningConsole implements BeforeAllCallback, AfterAllCallback {

  /** How a task fails; markup in it must never become markup. */
  static final String FAILURE = "TypeError: x is <b id='injected'>undefined</b>";

  private static final int PARTITIONS = 4;
  private static final String HOST = "127.0.0.1";

  private final String prefix;
  private final Map<String, String> more;
  private Settings settings;
  private Application application;
  private EventFeed feed;
  private Console console;
  private WebServer server;
  private int port;

  /** A console with this topic prefix and additional settings. */
  RunningConsole(String prefix, Map<String, String> more) {
    this.prefix = prefix;
    this.more = Map.copyOf(more);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    settings = cluster.settings(prefix, more);
    application = Application.start(settings);
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    serve();
  }

  /** Serves the console; again at the same port where it was served before. */
  void serve() {
    console = new Console(settings, application);
    server = new WebServer(HOST, port, List.of(console));
    port = server.port();
  }

  /** Stops serving. */
  void stopServing() throws InterruptedException {
    console.close();
    server.close();
  }

  @Override
  public void afterAll(ExtensionContext context) throws InterruptedException {
    // null after a failed start
    if (server != null) {
      stopServing();
    }
    if (feed != null) {
      feed.close();
    }
    if (application != null) {
      application.close();
    }
  }

  /** Its address, without a slash at the end. */
  String address() {
    return "http://%s:%d".formatted(HOST, port);
  }

  /** The code with which a person signs in; empty where there are tokens. */
  Optional<String> signInCode() {
    return console
        .signInCode()
        .map(
            code -> {
              AtomicReference<String> current = new AtomicReference<>();
              code.announceTo(current::set);
              return current.get();
            });
  }

  /** A feed of its topics. */
  EventFeed feed() {
    return feed;
  }

  /** Publishes three identical failures of a task, which open a gate. */
  GateTrigger openGate(String task) {
    fail(task, 3);
    await("a gate of " + task).until(() -> !feed.gatesOf(task).isEmpty());
    return feed.gatesOf(task).get(0);
  }

  /** Publishes this many identical failures of a task: each after the first is a loop. */
  void fail(String task, int times) {
    for (int attempt = 1; attempt <= times; attempt++) {
      AgentEvent event = JsonEvents.failure("task", FAILURE);
      event.setTaskId(task);
      feed.send(event);
    }
  }
}
