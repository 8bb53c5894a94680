package dev.eddyline.notifier;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.metrics.NotifierMetrics;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.GroupClients;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;

/** Delivers the changes of gates to all targets; each target has a consumer group of its own. */
public final class Notifier implements AutoCloseable {

  private static final Duration MAX_POLL_INTERVAL = Duration.ofMinutes(5);
  private static final int MAX_CHANGES_PER_POLL = 100;

  private final List<TargetWorker> workers = new ArrayList<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final List<AutoCloseable> resources = new ArrayList<>();

  private Notifier() {}

  /**
   * Checks settings, targets and topics, and starts the deliveries.
   *
   * @throws InvalidSettingException for a wrong setting or target
   * @throws dev.eddyline.cluster.TopicsNotReadyException if a topic does not exist
   * @throws dev.eddyline.cluster.ClusterUnreachableException if no broker responds
   */
  public static Notifier start(Settings settings, NotifierMetrics metrics) {
    NotifierSettings read = NotifierSettings.of(settings);
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    Notifier notifier = new Notifier();
    try {
      notifier.startWorkers(read, settings, topics, metrics);
    } catch (RuntimeException notStarted) {
      notifier.close();
      throw notStarted;
    }
    return notifier;
  }

  private void startWorkers(
      NotifierSettings read, Settings settings, TopicCatalogue topics, NotifierMetrics metrics) {
    String changes = topics.name(TopicRole.GATE_TRIGGERS);
    String undelivered = topics.name(TopicRole.NOTIFICATIONS_DLQ);
    List<TargetHttp> clients =
        read.targets().stream().map(target -> client(target, read.addresses())).toList();
    GroupClients kafka = clients(settings, "-notifier");
    kafka.requireTopics(List.of(changes, undelivered));
    ConfluentSchemaRegistry registry =
        new ConfluentSchemaRegistry(settings.registry(), GroupClients.LIMIT);
    resources.add(registry);
    Producer<String, byte[]> producer = kafka.producer();
    resources.add(() -> producer.close(GroupClients.LIMIT));
    AvroDeserializer<GateTrigger> deserializer =
        new AvroDeserializer<>(GateTrigger.class, registry);
    for (int i = 0; i < read.targets().size(); i++) {
      NotifierTarget target = read.targets().get(i);
      GroupClients group = clients(settings, "-notifier-" + target.name());
      FirstOffsets.commitEndsIfNew(group, changes);
      Channel channel = channel(target, clients.get(i));
      DeliveryReport report = new DeliveryReport(target, metrics);
      UndeliveredPublisher deadLetters = new UndeliveredPublisher(producer, undelivered, target);
      TargetWorker worker =
          new TargetWorker(
              target,
              changes,
              group::consumer,
              deserializer,
              change -> read.notifications().create(change, target),
              deadLetters,
              done ->
                  new GateQueues(
                      "notifier-" + target.name() + "-deliveries",
                      channel,
                      read.giveUpAfter(),
                      deadLetters::publish,
                      done,
                      report,
                      end::completeExceptionally));
      metrics.addTarget(target.name(), worker::waiting);
      worker.onError(end::completeExceptionally);
      workers.add(worker);
    }
    workers.forEach(TargetWorker::start);
  }

  private static GroupClients clients(Settings settings, String suffix) {
    return new GroupClients(settings, suffix, MAX_CHANGES_PER_POLL, MAX_POLL_INTERVAL);
  }

  private TargetHttp client(NotifierTarget target, PublicAddresses allowed) {
    List<InetAddress> addresses;
    try {
      addresses = allowed.resolve(target.url().getHost());
    } catch (InvalidSettingException refused) {
      throw new InvalidSettingException(
          "notifier.targets: %s: %s".formatted(target.name(), refused.getMessage()));
    }
    if ("http".equals(target.url().getScheme()) && !allowed.areListed(addresses)) {
      throw new InvalidSettingException(
          "notifier.targets: %s: url must be https://…: only addresses in notifier.networks may be"
                  .formatted(target.name())
              + " reached without TLS");
    }
    TargetHttp client = new TargetHttp(addresses);
    resources.add(client);
    return client;
  }

  private static Channel channel(NotifierTarget target, TargetHttp client) {
    return switch (target.format()) {
      case WEBHOOK -> new WebhookChannel(target, InstantSource.system(), client::send);
      case SLACK -> new SlackChannel(target, client::send);
      case GITHUB -> new GitHubChannel(target, client::send);
      case PAGERDUTY -> new PagerDutyChannel(target, client::send);
    };
  }

  /** Why changes are not read now, a line for each target; empty when all are. */
  public List<String> obstacles() {
    return workers.stream()
        .filter(worker -> !worker.isReading())
        .map(worker -> "notifier: " + worker.target().name() + " reads no changes of gates")
        .toList();
  }

  /** The targets by name and host, for logs. */
  public List<String> targets() {
    return workers.stream().map(worker -> worker.target().toString()).toList();
  }

  /**
   * Waits until the notifier is closed.
   *
   * @throws IllegalStateException if a target's thread ended by itself
   */
  public void awaitEnd() throws InterruptedException {
    try {
      end.get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException(
          "the notifier ended unexpectedly (%s): see its log and restart it"
              .formatted(failed.getCause()),
          failed.getCause());
    }
  }

  /** Ends after the requests that are under way; the next notifier delivers the rest. */
  @Override
  public void close() {
    end.complete(null);
    workers.parallelStream().forEach(TargetWorker::close);
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception ignored) {
        // the process ends
      }
    }
  }
}
