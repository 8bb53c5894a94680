package dev.eddyline.meaning;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.metrics.MeaningMeters;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The threads of an instance that run the sentence model, beside those that take events: these ask
 * it over the topic of signals, and never wait. All instances share the work by partition.
 */
public final class MeaningWorkers implements AutoCloseable {

  private static final int MOST = 64;

  private final List<MeaningWorker> workers;

  private MeaningWorkers(List<MeaningWorker> workers) {
    this.workers = workers;
  }

  /** The consumer group that shares the work. */
  public static String group(String applicationId) {
    return MeaningClients.group(applicationId);
  }

  /**
   * Starts as many as the settings say; the model is loaded when the first is asked.
   *
   * @param registry stays the caller's to close
   * @param ended is told when an error ended one of them
   */
  public static MeaningWorkers start(
      Settings settings,
      TopicCatalogue topics,
      SchemaRegistry registry,
      MeterRegistry meters,
      Consumer<Throwable> ended) {
    TopicSpec signals = topics.topic(TopicRole.EDDYLINE_SIGNALS);
    MeaningClients clients = new MeaningClients(settings, signals.maxMessageBytes());
    MeaningMeters counted = new MeaningMeters(meters);
    MeaningWorkers all =
        new MeaningWorkers(
            IntStream.range(0, threads(settings))
                .mapToObj(
                    number ->
                        new MeaningWorker(
                                signals.name(),
                                clients::consumer,
                                clients::producer,
                                registry,
                                SentenceModel::shared,
                                counted,
                                number)
                            .start(ended))
                .toList());
    counted.lag(all::lag);
    return all;
  }

  /** How many this instance has. */
  public static int threads(Settings settings) {
    return settings.integer(Setting.MEANING_THREADS, 0, MOST);
  }

  private double lag() {
    return workers.stream().mapToLong(MeaningWorker::lag).sum();
  }

  @Override
  public void close() {
    workers.parallelStream().forEach(MeaningWorker::close);
  }
}
