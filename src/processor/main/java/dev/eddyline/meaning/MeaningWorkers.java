package dev.eddyline.meaning;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.detect.similarity.InstalledModel;
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
 * The threads of an instance that run the sentence model. The stream threads send requests over the
 * topic of signals and never wait. Instances share the work by partition.
 */
public final class MeaningWorkers implements AutoCloseable {

  private static final int MAX_THREADS = 64;

  private final List<MeaningWorker> workers;

  private MeaningWorkers(List<MeaningWorker> workers) {
    this.workers = workers;
  }

  /** The consumer group of the workers. */
  public static String group(String applicationId) {
    return MeaningClients.group(applicationId);
  }

  /**
   * Starts the configured number of threads; the model is loaded on first use.
   *
   * @param registry not closed by the workers
   * @param onError called if an error ends one of them
   */
  public static MeaningWorkers start(
      Settings settings,
      TopicCatalogue topics,
      SchemaRegistry registry,
      MeterRegistry meters,
      Consumer<Throwable> onError) {
    TopicSpec signals = topics.topic(TopicRole.EDDYLINE_SIGNALS);
    MeaningClients clients = new MeaningClients(settings, signals.maxMessageBytes());
    MeaningMeters sharedMeters = new MeaningMeters(meters);
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
                                InstalledModel.get(),
                                sharedMeters,
                                number)
                            .start(onError))
                .toList());
    sharedMeters.registerLagGauge(all::lag);
    return all;
  }

  /** Number of threads of this instance. */
  public static int threads(Settings settings) {
    return settings.integer(Setting.MEANING_THREADS, 0, MAX_THREADS);
  }

  private double lag() {
    return workers.stream().mapToLong(MeaningWorker::lag).sum();
  }

  @Override
  public void close() {
    workers.parallelStream().forEach(MeaningWorker::close);
  }
}
