package dev.eddyline.app;

import dev.eddyline.cluster.KafkaClients;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.inputs.EventFormat;
import dev.eddyline.meaning.MeaningWorkers;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.reference.GraphFollower;
import dev.eddyline.reference.PolicyFollower;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.signing.SigningKeys;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.StreamsSettings;
import dev.eddyline.topology.TakeOver;
import dev.eddyline.topology.TopologyParts;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the processor on a real cluster, from its start to its clean end. */
public final class Application implements AutoCloseable {

  /** Longest wait for the cluster's first response. */
  public static final Duration CLUSTER_TIMEOUT = Duration.ofSeconds(20);

  /**
   * After this time the registry client is closed, since an unavailable registry may block the
   * stop.
   */
  private static final Duration CLEAN_CLOSE_TIMEOUT = Duration.ofSeconds(15);

  /** Longest back-off between two connection attempts, milliseconds: each failed one is logged. */
  private static final String RECONNECT_MS = "10000";

  /** Longest time from the failure of a stream thread to the end of the processor. */
  private static final Duration MAX_STREAMS_END = Duration.ofSeconds(60);

  private static final Logger LOG = LoggerFactory.getLogger(Application.class);

  private final Readiness readiness = Readiness.ofProcessor(Clock.systemUTC());
  private final CountDownLatch terminationLatch = new CountDownLatch(1);
  private final Settings settings;
  private final TopicCatalogue topics;
  private final ReferenceFollowers followers;
  private final StoreType stores;
  private final SchemaRegistry registry;
  private final ProcessorMonitoring monitoring;
  private final SigningKeys signingKeys;
  private final DecisionRules decisions;
  private final Set<EventFormat> formats;
  private final BrokerProbe brokerProbe;
  private KafkaStreams streams;
  private MeaningWorkers meanings;
  private TaskLookup tasks;
  private int inputPartitions;
  private volatile Throwable failure;
  private volatile boolean closing;

  private Application(Settings settings, TopicCatalogue topics) {
    this.settings = settings;
    this.topics = topics;
    Policies configured = Policies.load(settings.get(Setting.POLICY));
    for (Policy policy : configured.all()) {
      if (policy.hasNoEnabledRules()) {
        LOG.atWarn()
            .addKeyValue("policy", policy.name())
            .log("policy without effect: no detector is enabled");
      }
    }
    signingKeys = SigningKeys.of(settings);
    decisions = decisions(settings, signingKeys);
    formats = EventFormat.parseSetting(settings.get(Setting.EVENTS_FORMATS));
    stores = StoreType.ofSetting(settings.get(Setting.STORE_TYPE));
    monitoring = new ProcessorMonitoring(settings, topics);
    brokerProbe = new BrokerProbe(admin(settings), readiness);
    registry = new ConfluentSchemaRegistry(settings.registry(), readiness);
    followers = ReferenceFollowers.of(configured, settings, topics, registry, monitoring.metrics());
  }

  /**
   * The rules for decisions at gates.
   *
   * @throws InvalidSettingException when verified decisions are required but no other instance
   *     could verify this one's signatures
   */
  private static DecisionRules decisions(Settings settings, SigningKeys keys) {
    String require = settings.oneOf(Setting.DECISIONS_REQUIRE, "claimed", "verified");
    boolean verifiedOnly = require.equals("verified");
    if (verifiedOnly && !keys.isShared()) {
      throw new InvalidSettingException(
          "decisions.require: verified needs signing.secret, the same on all instances: else no"
              + " other instance could verify a decision, nor this one after a restart");
    }
    boolean onAgentEvents = settings.flag(Setting.DECISIONS_ON_AGENT_EVENTS);
    return new DecisionRules(onAgentEvents, true, verifiedOnly);
  }

  private KafkaStreams streams(int partitions, TakeOver takeOver) {
    DecisionSignatures signatures = new DecisionSignatures(signingKeys);
    var parts =
        new TopologyParts(
            topics,
            partitions,
            stores,
            registry,
            followers.policies(),
            monitoring.metrics(),
            monitoring.traces(),
            takeOver,
            followers.memory(),
            followers.graphs(),
            decisions,
            signatures::isSigned,
            formats);
    try {
      Properties properties =
          monitoring.addMetricsTo(StreamsSettings.streamsProperties(settings, topics, takeOver));
      KafkaStreams created =
          KafkaClients.create(
              properties, () -> new KafkaStreams(EddylineTopology.build(parts), properties));
      created.setStateListener((now, before) -> onStateChange(now));
      created.setUncaughtExceptionHandler(this::onUncaughtException);
      return created;
    } catch (StreamsException streamsFailure) {
      Optional<FullDiskException> full =
          FullDiskException.findIn(streamsFailure, settings.get(Setting.STATE_DIR));
      if (full.isPresent()) {
        throw full.get();
      }
      throw new InvalidSettingException(
          "state.dir: %s cannot be used, or another instance uses it: %s"
              .formatted(settings.get(Setting.STATE_DIR), streamsFailure.getMessage()));
    }
  }

  /**
   * Checks the topics and starts the processor, which processes events after it has read the
   * policies and graphs.
   *
   * @throws dev.eddyline.cluster.ClusterUnreachableException when no broker responds
   * @throws dev.eddyline.cluster.TopicsNotReadyException when topics are missing or unequal
   * @throws MissingRightException when the Kafka user lacks a right
   */
  public static Application start(Settings settings) {
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    Application application = new Application(settings, topics);
    try {
      application.start();
      return application;
    } catch (RuntimeException notStarted) {
      application.brokerProbe.close();
      application.monitoring.close();
      application.registry.close();
      throw notStarted;
    }
  }

  private void start() {
    String bootstrap = settings.get(Setting.BOOTSTRAP_SERVERS);
    LOG.atInfo().addKeyValue("bootstrap", bootstrap).log("connecting to Kafka");
    int partitions;
    try (TopicAdmin admin = new TopicAdmin(topics, admin(settings), CLUSTER_TIMEOUT)) {
      partitions = admin.requireTopicsReady();
    }
    inputPartitions = partitions;
    AclChecker.requireProcessorAcls(admin(settings), group(), topics);
    TakeOver takeOver = Predecessor.resolveTakeOver(settings, topics, partitions, registry);
    InitialOffsets.commitEarliestOffsets(admin(settings), group(), topics, partitions);
    streams = streams(partitions, takeOver);
    QueryableInstance instance = new StreamsInstance(streams, address());
    tasks =
        new TaskLookup(
            new TaskStores(instance, partitions, policies(), Clock.systemUTC(), registry));
    monitoring.startMonitoring(
        streams, partitions, readiness, registry, this::onBackgroundThreadFailure);
    brokerProbe.start(this::onBackgroundThreadFailure);
    followers.start(this::onReferenceTopicsRead, this::onBackgroundThreadFailure);
    meanings =
        MeaningWorkers.start(
            settings, topics, registry, monitoring.registry(), this::onBackgroundThreadFailure);
    Thread probe = new Thread(this::probeRegistry, "registry-probe");
    probe.setDaemon(true);
    probe.start();
  }

  private String group() {
    return settings.get(Setting.APPLICATION_ID);
  }

  /** The address at which other instances reach this one, from application.server. */
  private Optional<HostInfo> address() {
    String server = settings.kafka().get(StreamsConfig.APPLICATION_SERVER_CONFIG);
    return Optional.ofNullable(server).map(HostInfo::buildFromEndpoint);
  }

  /** Starts the streams once the policies and graphs that exist at the start are known. */
  private synchronized void onReferenceTopicsRead() {
    readiness.markPoliciesLoaded();
    if (closing) {
      return;
    }
    try {
      streams.start();
    } catch (RuntimeException notStarted) {
      failure = FailureDiagnosis.findActionableCause(notStarted, group(), settings);
      LOG.error("processor failed: the stream threads could not be started", failure);
      terminationLatch.countDown();
    }
  }

  private synchronized void markClosing() {
    closing = true;
  }

  /** Reports an unavailable registry at the start, not at the first record. */
  private void probeRegistry() {
    try {
      String verdicts = topics.name(TopicRole.LOOP_VERDICTS) + "-value";
      registry.idOf(verdicts, LoopVerdict.SCHEMA$);
    } catch (RuntimeException registryFailure) {
      if (!closing) {
        LOG.atWarn()
            .addKeyValue("reason", registryFailure.getMessage())
            .log("schema rejected by the registry");
      }
    }
  }

  /** The settings of an admin client. */
  public static Map<String, Object> admin(Settings settings) {
    Map<String, Object> admin = new HashMap<>();
    admin.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_MS);
    admin.putAll(settings.admin());
    admin.put("bootstrap.servers", settings.get(Setting.BOOTSTRAP_SERVERS));
    return admin;
  }

  private void onStateChange(State now) {
    readiness.onStreamsState(now);
    if (now == State.ERROR && failure == null && !closing) {
      failed("all stream threads", new IllegalStateException("Kafka Streams is in state ERROR"));
    }
    if (now == State.ERROR || now == State.NOT_RUNNING) {
      terminationLatch.countDown();
    }
  }

  private StreamThreadExceptionResponse onUncaughtException(Throwable thrown) {
    if (closing && isRegistryUnavailable(thrown)) {
      LOG.info("stopped while the schema registry is unavailable: the last records are read again");
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    if (RetriableFailure.findIn(thrown).isPresent()) {
      LOG.warn("stream thread replaced after a retriable failure", thrown);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    failed("a stream thread", thrown);
    endWithin(MAX_STREAMS_END);
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  /** Ends the wait for stream threads that hang while they end, such as at a silent broker. */
  private void endWithin(Duration limit) {
    CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
        .execute(terminationLatch::countDown);
  }

  private static boolean isRegistryUnavailable(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof RegistryUnavailableException) {
        return true;
      }
    }
    return false;
  }

  /** Ends the processor: an unexpected error ended another thread than the stream threads. */
  private void onBackgroundThreadFailure(Throwable thrown) {
    failed("a thread", thrown);
    terminationLatch.countDown();
  }

  private void failed(String what, Throwable thrown) {
    failure = FailureDiagnosis.findActionableCause(thrown, group(), settings);
    LOG.error("processor failed: {} ended", what, failure);
  }

  /** Whether records are processed now. */
  public Readiness readiness() {
    return readiness;
  }

  /** The registry of all metrics. */
  public PrometheusMeterRegistry meters() {
    return monitoring.registry();
  }

  /** The metrics of this process. */
  public Metrics metrics() {
    return monitoring.metrics();
  }

  /** The status of this instance. */
  public Status status() {
    return monitoring.status(readiness, policies().current().effectivePolicies());
  }

  /** The signing keys; shared with the other instances where configured. */
  public SigningKeys signingKeys() {
    return signingKeys;
  }

  /** The lookup of tasks in the stores. */
  public TaskLookup tasks() {
    return tasks;
  }

  /** The partition count of the inputs. */
  public int inputPartitions() {
    return inputPartitions;
  }

  /** The policies, with rejected records. */
  public PolicyFollower policies() {
    return followers.policies();
  }

  /** The graphs of workflows, with rejected records. */
  public GraphFollower graphs() {
    return followers.graphs();
  }

  /** Whether the processor ended by a failure. */
  public boolean failed() {
    return failure != null;
  }

  /** The failure by which the processor ended, if it did. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Waits until the processor has ended, by {@link #close} or by a failure. */
  public void awaitEnd() throws InterruptedException {
    terminationLatch.await();
  }

  /** Ends the processor and commits processed records. */
  @Override
  public void close() {
    LOG.info("stopping");
    markClosing();
    followers.close();
    meanings.close();
    brokerProbe.close();
    monitoring.close();
    CloseOptions end =
        CloseOptions.groupMembershipOperation(GroupMembership.membershipOperationOnClose(settings))
            .withTimeout(CLEAN_CLOSE_TIMEOUT);
    if (!streams.close(end)) {
      registry.close();
      streams.close(end);
    }
    registry.close();
    terminationLatch.countDown();
    LOG.info("stopped");
  }
}
