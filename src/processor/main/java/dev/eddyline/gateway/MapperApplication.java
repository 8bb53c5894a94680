package dev.eddyline.gateway;

import dev.eddyline.app.AclChecker;
import dev.eddyline.app.Application;
import dev.eddyline.app.FailureDiagnosis;
import dev.eddyline.app.GroupMembership;
import dev.eddyline.app.Readiness;
import dev.eddyline.app.RetriableFailure;
import dev.eddyline.cluster.KafkaClients;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.metrics.KafkaMeters;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.TelemetryMetrics;
import dev.eddyline.otlp.TelemetryMapper;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the mapper of telemetry, from its start to its clean end. */
public final class MapperApplication implements AutoCloseable {

  /** What follows the processor's application.id in the mapper's. */
  public static final String ID_SUFFIX = "-otlp";

  private static final Logger LOG = LoggerFactory.getLogger(MapperApplication.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final CountDownLatch end = new CountDownLatch(1);
  private final Readiness readiness = Readiness.ofMapper(Clock.systemUTC());
  private final Settings settings;
  private final SchemaRegistry registry;
  private final KafkaStreams streams;
  private final KafkaStreamsMetrics kafkaMeters;
  private volatile Throwable failure;
  private volatile boolean isClosing;

  private MapperApplication(
      Settings settings, TopicCatalogue topics, Metrics metrics, int partitions) {
    this.settings = settings;
    registry = new ConfluentSchemaRegistry(settings.registry(), readiness);
    TelemetryMapper mapper =
        new TelemetryMapper(MapperSettings.mapping(settings), Redaction::redactSecrets);
    MapperParts parts =
        new MapperParts(
            topics,
            partitions,
            registry,
            mapper,
            new TelemetryMetrics(metrics.registry()),
            MapperSettings.delay(settings));
    Properties properties = MapperSettings.streamsProperties(settings, topics);
    properties.put(Metrics.PROPERTY, metrics);
    streams =
        KafkaClients.create(
            properties, () -> new KafkaStreams(MapperTopology.build(parts), properties));
    kafkaMeters = KafkaMeters.bind(streams, metrics.registry());
    streams.setUncaughtExceptionHandler(this::onUncaughtException);
    streams.setStateListener(
        (now, before) -> {
          readiness.onStreamsState(now);
          if (now == State.ERROR || now == State.NOT_RUNNING) {
            end.countDown();
          }
        });
  }

  /**
   * Checks the settings without starting anything.
   *
   * @throws dev.eddyline.config.InvalidSettingException for a wrong setting
   */
  public static void check(Settings settings) {
    MapperSettings.delay(settings);
    MapperSettings.mapping(settings);
  }

  /**
   * Checks the topics and starts the mapper.
   *
   * @throws dev.eddyline.cluster.ClusterUnreachableException when no broker responds
   * @throws dev.eddyline.cluster.TopicsNotReadyException when topics are missing or unequal
   * @throws dev.eddyline.app.MissingRightException when the Kafka user lacks a right
   */
  public static MapperApplication start(Settings settings, Metrics metrics) {
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    int partitions;
    try (TopicAdmin admin =
        new TopicAdmin(topics, Application.admin(settings), Application.CLUSTER_TIMEOUT)) {
      partitions = admin.requireMapperTopicsReady();
    }
    AclChecker.requireMapperAcls(
        Application.admin(settings), MapperSettings.applicationId(settings), topics);
    topics.mapperInputs().forEach(topic -> metrics.expectDeadLetters(topic.name()));
    MapperApplication application = new MapperApplication(settings, topics, metrics, partitions);
    application.streams.start();
    Thread probe =
        new Thread(
            () -> application.probeRegistry(topics.name(TopicRole.AGENT_EVENTS)),
            "mapper-registry-probe");
    probe.setDaemon(true);
    probe.start();
    return application;
  }

  /** Reports an unavailable registry at the start, not at the first span. */
  private void probeRegistry(String topic) {
    try {
      registry.idOf(topic + "-value", AgentEvent.SCHEMA$);
    } catch (RuntimeException unavailable) {
      if (!isClosing) {
        LOG.atWarn()
            .addKeyValue("reason", unavailable.getMessage())
            .log("schema rejected by the registry");
      }
    }
  }

  private StreamThreadExceptionResponse onUncaughtException(Throwable thrown) {
    if (isClosing) {
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    if (RetriableFailure.findIn(thrown).isPresent()) {
      LOG.warn("mapper thread replaced after a retriable failure", thrown);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    failure =
        FailureDiagnosis.findActionableCause(
            thrown, MapperSettings.applicationId(settings), settings);
    LOG.error("mapper failed", failure);
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  /** Whether telemetry is mapped now. */
  public Readiness readiness() {
    return readiness;
  }

  /** The failure by which the mapper ended, if it did. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Waits until the mapper has ended, by {@link #close} or by a failure. */
  public void awaitEnd() throws InterruptedException {
    end.await();
  }

  /** Ends the mapper and commits processed records. */
  @Override
  public void close() {
    isClosing = true;
    CloseOptions options =
        CloseOptions.groupMembershipOperation(GroupMembership.membershipOperationOnClose(settings))
            .withTimeout(CLOSE_TIMEOUT);
    if (!streams.close(options)) {
      // a thread that waits for an unavailable registry ends with it
      registry.close();
      streams.close(options);
    }
    kafkaMeters.close();
    registry.close();
    end.countDown();
  }
}
