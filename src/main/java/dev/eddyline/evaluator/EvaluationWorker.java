package dev.eddyline.evaluator;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.Backoff;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads requests one after the other, has them judged and publishes the answers, on a thread of its
 * own. A request is done with when its answer is acknowledged: after a crash the newest few are
 * answered once more, which does no harm. What fails is tried again from where it stood.
 */
public final class EvaluationWorker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EvaluationWorker.class);
  private static final Duration POLL = Duration.ofMillis(500);

  private final WorkerClients clients;
  private final SchemaRegistry registry;
  private final AvroDeserializer<ProgressEvaluationRequest> requests;
  private final AvroSerializer<ProgressEvaluation> answers;
  private final String requestTopic;
  private final String answerTopic;
  private final Evaluator evaluator;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final WorkerThread thread = new WorkerThread("evaluator", this::run);
  private Backoff backoff = newBackoff();

  private EvaluationWorker(Settings settings, Evaluator evaluator) {
    this.evaluator = Objects.requireNonNull(evaluator, "evaluator");
    clients = new WorkerClients(settings, Evaluators.longest(settings));
    registry = new ConfluentSchemaRegistry(settings.registry(), WorkerClients.LIMIT);
    requests = new AvroDeserializer<>(ProgressEvaluationRequest.class, registry);
    answers = new AvroSerializer<>(ProgressEvaluation.class, registry);
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    requestTopic = topics.name(TopicRole.PROGRESS_EVALUATION_REQUESTS);
    answerTopic = topics.name(TopicRole.PROGRESS_EVALUATIONS);
  }

  /**
   * Starts to answer the requests of the application that the settings name.
   *
   * @throws dev.eddyline.topics.TopicsNotReadyException when one of its two topics is not there
   */
  public static EvaluationWorker start(Settings settings, Evaluator evaluator) {
    EvaluationWorker worker = new EvaluationWorker(settings, evaluator);
    try {
      worker.clients.requireTopics(List.of(worker.requestTopic, worker.answerTopic));
    } catch (RuntimeException notReady) {
      worker.registry.close();
      throw notReady;
    }
    worker.thread.start();
    return worker;
  }

  private void run() {
    while (!isClosed()) {
      try (Consumer<String, byte[]> consumer = clients.consumer();
          Producer<String, byte[]> producer = clients.producer()) {
        follow(consumer, producer);
      } catch (RuntimeException failed) {
        if (!isClosed()) {
          pause(failed);
        }
      }
    }
  }

  private void follow(Consumer<String, byte[]> consumer, Producer<String, byte[]> producer) {
    try {
      consumer.subscribe(List.of(requestTopic));
      while (!isClosed()) {
        answer(consumer.poll(POLL), consumer, producer);
      }
    } finally {
      // who is interrupted to end must still leave its group
      Thread.interrupted();
    }
  }

  private void pause(RuntimeException failed) {
    long pause = backoff.nextMillis();
    LOG.atWarn()
        .addKeyValue("retry_ms", pause)
        .addKeyValue("reason", failed.getMessage())
        .log("requests cannot be answered now");
    try {
      closed.await(pause, TimeUnit.MILLISECONDS);
    } catch (InterruptedException ended) {
      LOG.debug("interrupted in a pause");
    }
  }

  private void answer(
      ConsumerRecords<String, byte[]> records,
      Consumer<String, byte[]> consumer,
      Producer<String, byte[]> producer) {
    for (ConsumerRecord<String, byte[]> record : records) {
      Optional<ProgressEvaluationRequest> request = read(record);
      if (isClosed()) {
        return;
      }
      request.ifPresent(it -> publish(it, producer));
    }
    if (!records.isEmpty() && !isClosed()) {
      consumer.commitSync();
      backoff = newBackoff();
    }
  }

  /** One that cannot be read is told of and passed over: nothing will make it readable. */
  private Optional<ProgressEvaluationRequest> read(ConsumerRecord<String, byte[]> record) {
    try {
      return Optional.ofNullable(requests.deserialize(record.topic(), record.value()));
    } catch (SerializationException unreadable) {
      LOG.atError()
          .addKeyValue("topic", record.topic())
          .addKeyValue("partition", record.partition())
          .addKeyValue("offset", record.offset())
          .addKeyValue("reason", unreadable.getMessage())
          .log("a request cannot be read and stays without an answer");
      return Optional.empty();
    }
  }

  /** Empty where the evaluator itself is at fault: the same request would fail it again. */
  private Optional<Judgement> judge(ProgressEvaluationRequest request) {
    try {
      return Optional.of(evaluator.judge(request));
    } catch (RuntimeException fault) {
      LOG.atError()
          .addKeyValue("request_id", request.getRequestId())
          .addKeyValue("task_id", request.getTaskId())
          .setCause(fault)
          .log("a request cannot be judged and stays without an answer");
      return Optional.empty();
    }
  }

  private void publish(ProgressEvaluationRequest request, Producer<String, byte[]> producer) {
    Optional<Judgement> judgement = judge(request);
    if (isClosed() || judgement.isEmpty()) {
      return;
    }
    ProgressEvaluation answer = judgement.get().answer(request, Instant.now());
    byte[] value = answers.serialize(answerTopic, answer);
    try {
      producer.send(new ProducerRecord<>(answerTopic, answer.getTaskId(), value)).get();
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
        .log("request answered");
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private static Backoff newBackoff() {
    return new Backoff(ThreadLocalRandom.current());
  }

  /**
   * Waits until it is closed.
   *
   * @throws IllegalStateException when it ended without that
   */
  public void awaitEnd() throws InterruptedException {
    thread.awaitEnd();
  }

  /** Ends at once; what was not answered yet is left to the next worker. */
  @Override
  public void close() {
    closed.countDown();
    thread.end(WorkerClients.LIMIT);
    registry.close();
  }
}
