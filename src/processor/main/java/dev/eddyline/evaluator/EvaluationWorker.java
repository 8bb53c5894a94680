package dev.eddyline.evaluator;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.judgement.Evaluator;
import dev.eddyline.judgement.Judgement;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.GroupClients;
import dev.eddyline.topology.TraceHeaders;
import dev.eddyline.work.RestartingThread;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that reads evaluation requests, has them judged and publishes the answers. It commits
 * after an answer is acknowledged: after a crash the newest answers are repeated, which is
 * harmless. Failures are retried from the same position.
 */
public final class EvaluationWorker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EvaluationWorker.class);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int MAX_REQUESTS_PER_POLL = 5;

  /** What the consumer group that all evaluators share adds to the application id. */
  private static final String GROUP_SUFFIX = "-evaluator";

  private final Supplier<Consumer<String, byte[]>> consumers;
  private final Supplier<Producer<String, byte[]>> producers;
  private final SchemaRegistry registry;
  private final AvroDeserializer<ProgressEvaluationRequest> requests;
  private final AvroSerializer<ProgressEvaluation> answers;
  private final String requestTopic;
  private final String answerTopic;
  private final Evaluator evaluator;
  private final RestartingThread thread =
      new RestartingThread(
          "evaluator",
          it -> run(),
          this::recordFailureBeforeRetry,
          Duration.ZERO,
          GroupClients.LIMIT);

  /**
   * Creates a worker, not started.
   *
   * @param registry closed by the worker
   */
  EvaluationWorker(
      Supplier<Consumer<String, byte[]>> consumers,
      Supplier<Producer<String, byte[]>> producers,
      SchemaRegistry registry,
      TopicCatalogue topics,
      Evaluator evaluator) {
    this.consumers = consumers;
    this.producers = producers;
    this.registry = registry;
    this.evaluator = Objects.requireNonNull(evaluator, "evaluator");
    requests = new AvroDeserializer<>(ProgressEvaluationRequest.class, registry);
    answers = new AvroSerializer<>(ProgressEvaluation.class, registry);
    requestTopic = topics.name(TopicRole.PROGRESS_EVALUATION_REQUESTS);
    answerTopic = topics.name(TopicRole.PROGRESS_EVALUATIONS);
  }

  /**
   * Starts a worker for the application in the settings.
   *
   * @throws dev.eddyline.cluster.TopicsNotReadyException if one of its two topics does not exist
   */
  public static EvaluationWorker start(Settings settings, Evaluator evaluator) {
    // a slow judgement must not trigger a rebalance
    Duration maxPollInterval =
        Evaluators.maxJudgementDuration(settings)
            .plus(GroupClients.LIMIT)
            .multipliedBy(MAX_REQUESTS_PER_POLL);
    GroupClients clients =
        new GroupClients(settings, GROUP_SUFFIX, MAX_REQUESTS_PER_POLL, maxPollInterval);
    EvaluationWorker worker =
        new EvaluationWorker(
            clients::consumer,
            clients::producer,
            new ConfluentSchemaRegistry(settings.registry(), GroupClients.LIMIT),
            TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX)),
            evaluator);
    try {
      clients.requireTopics(List.of(worker.requestTopic, worker.answerTopic));
    } catch (RuntimeException notReady) {
      worker.registry.close();
      throw notReady;
    }
    return worker.start();
  }

  EvaluationWorker start() {
    thread.start();
    return this;
  }

  private void run() {
    try (Consumer<String, byte[]> consumer = consumers.get();
        Producer<String, byte[]> producer = producers.get()) {
      consumer.subscribe(List.of(requestTopic));
      thread.repeatUntilClosed(() -> answer(consumer.poll(POLL), consumer, producer));
    }
  }

  private void recordFailureBeforeRetry(RuntimeException reason, long retryMillis) {
    LOG.atWarn()
        .addKeyValue("retry_ms", retryMillis)
        .addKeyValue("reason", reason.getMessage())
        .log("evaluation requests delayed: Kafka failed, retrying");
  }

  private void answer(
      ConsumerRecords<String, byte[]> records,
      Consumer<String, byte[]> consumer,
      Producer<String, byte[]> producer) {
    for (ConsumerRecord<String, byte[]> record : records) {
      Optional<ProgressEvaluationRequest> request = read(record);
      if (thread.isClosed()) {
        return;
      }
      request.ifPresent(it -> publish(it, record.headers(), producer));
    }
    if (!records.isEmpty() && !thread.isClosed()) {
      consumer.commitSync();
      thread.resetRetryBackoff();
    }
  }

  /** Reads a request; an unreadable one is logged and skipped. */
  private Optional<ProgressEvaluationRequest> read(ConsumerRecord<String, byte[]> record) {
    try {
      return Optional.ofNullable(requests.deserialize(record.topic(), record.value()));
    } catch (SerializationException unreadable) {
      LOG.atError()
          .addKeyValue("topic", record.topic())
          .addKeyValue("partition", record.partition())
          .addKeyValue("offset", record.offset())
          .addKeyValue("reason", unreadable.getMessage())
          .log("unreadable evaluation request: skipped");
      return Optional.empty();
    }
  }

  /** Judges a request; empty if the evaluator fails, since a retry would fail again. */
  private Optional<Judgement> judge(ProgressEvaluationRequest request) {
    try {
      return Optional.of(evaluator.judge(request));
    } catch (RuntimeException fault) {
      LOG.atError()
          .addKeyValue("request_id", request.getRequestId())
          .addKeyValue("task_id", request.getTaskId())
          .setCause(fault)
          .log("evaluation failed: request skipped");
      return Optional.empty();
    }
  }

  /** Publishes the answer with the trace headers of the request. */
  private void publish(
      ProgressEvaluationRequest request,
      Headers requestHeaders,
      Producer<String, byte[]> producer) {
    Optional<Judgement> judgement = judge(request);
    if (thread.isClosed() || judgement.isEmpty()) {
      return;
    }
    ProgressEvaluation answer = judgement.get().toEvaluation(request, Instant.now());
    byte[] value = answers.serialize(answerTopic, answer);
    try {
      producer
          .send(
              new ProducerRecord<>(
                  answerTopic,
                  null,
                  answer.getTaskId(),
                  value,
                  TraceHeaders.copyTraceContext(requestHeaders)))
          .get();
    } catch (ExecutionException refused) {
      throw new KafkaException("an answer could not be published", refused.getCause());
    } catch (InterruptedException ended) {
      throw new InterruptException(ended);
    }
    LOG.atInfo()
        .addKeyValue("event", "progress_evaluated")
        .addKeyValue("request_id", answer.getRequestId())
        .addKeyValue("task_id", answer.getTaskId())
        .addKeyValue("verdict", answer.getVerdict())
        .addKeyValue("evaluator", answer.getEvaluator())
        .log("evaluation request answered");
  }

  /**
   * Waits until the worker is closed.
   *
   * @throws IllegalStateException if it ended by itself
   */
  public void awaitEnd() throws InterruptedException {
    thread.awaitEnd();
  }

  /** Stops at once; the next worker answers the rest. */
  @Override
  public void close() {
    thread.close();
    registry.close();
  }
}
