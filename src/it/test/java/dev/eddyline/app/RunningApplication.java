package dev.eddyline.app;

import dev.eddyline.topics.TopicCatalogue;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A processor with the default policy and the shared servers, for all tests of a class. */
final class RunningApplication implements BeforeAllCallback, AfterAllCallback {

  /** Partitions of each of its topics. */
  static final int PARTITIONS = 4;

  private final String prefix;
  private Application application;
  private EventFeed feed;

  /** A processor with topics of this prefix. */
  RunningApplication(String prefix) {
    this.prefix = prefix;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    application = Application.start(cluster.settings(prefix, Map.of()));
    feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    // a failed start needs no close
    if (feed != null) {
      feed.close();
    }
    if (application != null) {
      application.close();
    }
  }

  /** The processor. */
  Application application() {
    return application;
  }

  /** A feed of its topics. */
  EventFeed feed() {
    return feed;
  }
}
