package dev.eddyline.topology;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The Kafka Streams configuration of Eddyline. */
public final class StreamsSettings {

  /**
   * Longest record that is produced, in bytes: a re-routed record or a dead letter is as long as
   * its input.
   */
  public static final int MAX_REQUEST_BYTES = 10 * 1024 * 1024;

  /**
   * Compression of all outputs. Every Kafka client can read it; kafkajs and kafka-python cannot
   * read LZ4 (docs/adr/0009).
   */
  public static final String COMPRESSION = "none";

  /**
   * Batch size: some tens of changelog records fill Kafka's default of 16 KiB, and each batch has
   * overhead.
   */
  private static final String BATCH_BYTES = "131072";

  /** Most stream threads by default: more were not measured. */
  private static final int MAX_DEFAULT_STREAM_THREADS = 4;

  /** Share of the store memory that Kafka Streams' record cache gets; RocksDB gets the rest. */
  private static final double RECORD_CACHE_SHARE = 0.25;

  /**
   * Kafka Streams takes a record as soon as one input has records. With any other value it formats
   * an unused log line and compares lags for each empty input at each record.
   */
  private static final String NO_TASK_IDLING =
      Long.toString(StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);

  /**
   * Least store memory: with less, write buffers alone would fill it, and every write would wait
   * for a flush.
   */
  private static final int MIN_STORE_MEMORY_MIB = 16;

  private StreamsSettings() {}

  /**
   * The properties of the processor. It never waits for an empty input (docs/adr/0012), except in a
   * take-over, where decisions must meet the history that the predecessor had.
   *
   * @param takeOver what a run takes over from another application, or {@link TakeOver#NONE}
   */
  public static Properties streamsProperties(
      Settings settings, TopicCatalogue topics, TakeOver takeOver) {
    Properties properties = streamsProperties(settings, topics);
    properties.put(TakeOver.HANDLER_CONFIG_KEY, takeOver);
    if (takeOver.isNone()) {
      properties.putIfAbsent(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, NO_TASK_IDLING);
    }
    return properties;
  }

  /**
   * Stream threads where {@code num.stream.threads} is not set: one for each processor, up to 4.
   */
  static int defaultStreamThreadCount() {
    return defaultStreamThreadCount(Runtime.getRuntime().availableProcessors());
  }

  static int defaultStreamThreadCount(int processors) {
    return Math.min(MAX_DEFAULT_STREAM_THREADS, processors);
  }

  /** The properties of a run; settings passed through override the values chosen here. */
  public static Properties streamsProperties(Settings settings, TopicCatalogue topics) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.get(Setting.APPLICATION_ID));
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.get(Setting.STATE_DIR));
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(
        StreamsConfig.NUM_STREAM_THREADS_CONFIG, Integer.toString(defaultStreamThreadCount()));
    properties.put(
        StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksMemory.class.getName());
    int storeMebibytes =
        settings.integer(Setting.STORE_MEMORY_MB, MIN_STORE_MEMORY_MIB, Integer.MAX_VALUE);
    properties.put(Setting.STORE_MEMORY_MB.key(), storeMebibytes);
    properties.put(
        StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, recordCacheBytes(storeMebibytes));
    // generated names would change with the topology, and state would be lost
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true");
    putDeadLetters(properties, topics);
    properties.put(
        StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, RecordTime.class.getName());
    properties.put(
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
        FailedProductionHandler.class.getName());
    // the first start commits the earliest offsets: an offset that is missing later means lost
    // records
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    // a changelog record is bounded, but not by the broker's default of 1 MiB
    properties.put(
        StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
        Integer.toString(MAX_REQUEST_BYTES));
    properties.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        Integer.toString(MAX_REQUEST_BYTES));
    properties.put(
        StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), COMPRESSION);
    properties.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
    properties.putAll(settings.kafka());
    return properties;
  }

  /** Size of Kafka Streams' record cache for this store memory. */
  static long recordCacheBytes(long storeMebibytes) {
    return (long) (storeMebibytes * 1024 * 1024 * RECORD_CACHE_SHARE);
  }

  /** Adds the dead-letter topic and the handlers that write to it. */
  public static void putDeadLetters(Properties properties, TopicCatalogue topics) {
    properties.put(
        StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG,
        topics.name(TopicRole.AGENT_EVENTS_DLQ));
    properties.put(
        StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
        UnreadableRecordHandler.class.getName());
    properties.put(
        StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, BadInputHandler.class.getName());
  }
}
