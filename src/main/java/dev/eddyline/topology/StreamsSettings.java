package dev.eddyline.topology;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.Locale;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** How Kafka Streams is set up for Eddyline, and why. */
public final class StreamsSettings {

  /**
   * Longest record that is produced, in bytes: a stray or a dead letter is as long as its input.
   */
  public static final int MAX_REQUEST_BYTES = 10 * 1024 * 1024;

  /**
   * Compression of all that the processor writes. Every Kafka client reads it; kafkajs and
   * kafka-python cannot read LZ4 (docs/adr/0009).
   */
  public static final String COMPRESSION = "none";

  /** Changelog records fill Kafka's default of 16 KiB by tens, and each batch costs a header. */
  private static final String BATCH_BYTES = "131072";

  /** Most stream threads unless told: more were not measured (README, "What it costs"). */
  private static final int MOST_THREADS = 4;

  /** No store is cached by Kafka Streams: what changes often is held back decoded. */
  private static final String CACHE_BYTES = "0";

  /** Less would let write buffers alone fill it, and every write wait for a flush. */
  private static final int LEAST_STORE_MIB = 16;

  private StreamsSettings() {}

  /** The properties of a run that takes over from another application. */
  public static Properties of(Settings settings, TopicCatalogue topics, TakeOver takeOver) {
    Properties properties = of(settings, topics);
    properties.put(TakeOver.CONFIG, takeOver);
    return properties;
  }

  /**
   * Stream threads where {@code num.stream.threads} is not set: one for each processor, up to 4.
   */
  public static int threads() {
    return threads(Runtime.getRuntime().availableProcessors());
  }

  static int threads(int processors) {
    return Math.min(MOST_THREADS, processors);
  }

  /** The properties of a run; what the settings pass through stands before what is chosen here. */
  public static Properties of(Settings settings, TopicCatalogue topics) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.get(Setting.APPLICATION_ID));
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.get(Setting.STATE_DIR));
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, Integer.toString(threads()));
    properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
    properties.put(
        StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksMemory.class.getName());
    properties.put(
        Setting.STORE_MEMORY_MB.key(),
        settings.integer(Setting.STORE_MEMORY_MB, LEAST_STORE_MIB, Integer.MAX_VALUE));
    // a generated name would change with the topology, and state would be lost with it
    properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, "true");
    putDeadLetters(properties, topics);
    properties.put(
        StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, RecordTime.class.getName());
    properties.put(
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
        FailedProductionHandler.class.getName());
    // the first start commits the beginnings: an offset that is missing later was lost
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

  /**
   * Lets this process write numbers in texts as US English does. For each record, Kafka Streams 4.3
   * makes a line for its log of every input that is empty, most of them three an event, and throws
   * it away; in any other locale the JDK collects that locale's digits anew for each.
   */
  public static void quickenTexts() {
    Locale.setDefault(Locale.Category.FORMAT, Locale.US);
  }

  /** Adds where to a record goes that cannot be read or taken, and who sends it there. */
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
