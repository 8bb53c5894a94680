package dev.eddyline.console;

import static org.awaitility.Awaitility.await;

import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.schema.AgentEvent;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A processor with its own console and topics, for a class of tests. */
public final class ConsoleExtension implements BeforeAllCallback, AfterAllCallback {

  private static final int PARTITIONS = 4;

  private final String prefix;
  private final Map<String, String> settings;
  private InProcessConsole served;
  private EventFeed feed;

  /** A console with this topic prefix and additional settings. */
  public ConsoleExtension(String prefix, Map<String, String> settings) {
    this.prefix = prefix;
    this.settings = settings;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    TestCluster cluster = TestCluster.shared();
    var topics = cluster.createTopics(prefix, PARTITIONS);
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
    served = new InProcessConsole(prefix, settings);
    await().until(() -> served.health().get("/health/ready").status() == 200);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (served != null) {
      served.close();
    }
    if (feed != null) {
      feed.close();
    }
  }

  public ApiClient browser() {
    return served.browser();
  }

  public InProcessConsole served() {
    return served;
  }

  public EventFeed feed() {
    return feed;
  }

  /** Publishes this many identical failures of a task: each after the first is a loop. */
  public void loop(String task, int failures) {
    for (int i = 0; i < failures; i++) {
      AgentEvent event = JsonEvents.failure("x", "same");
      event.setTaskId(task);
      feed.send(event);
    }
  }
}
