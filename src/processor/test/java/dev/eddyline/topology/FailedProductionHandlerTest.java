package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Response;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Result;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An output that cannot be published ends the thread: it is neither skipped nor dead-lettered. */
class FailedProductionHandlerTest {

  private static final ProducerRecord<byte[], byte[]> OUTPUT =
      new ProducerRecord<>("loop-verdicts", new byte[] {1}, new byte[] {2});

  private final ProductionExceptionHandler handler = configured();

  /** The handler of a real run. */
  private static ProductionExceptionHandler configured() {
    var config = new StreamsConfig(TopologyRig.properties());
    return config.getConfiguredInstance(
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, ProductionExceptionHandler.class);
  }

  static Stream<Exception> lasting() {
    return Stream.of(
        new RecordTooLargeException("10 MiB"),
        new TopicAuthorizationException("loop-verdicts"),
        new InvalidTopicException("loop-verdicts"),
        new IllegalStateException("closed"));
  }

  @ParameterizedTest
  @MethodSource("lasting")
  void aPermanentFailureEndsTheThreadWithoutADeadLetter(Exception fault) {
    // When
    Response response = handler.handleError(null, OUTPUT, fault);

    // Then
    assertThat(response.result()).isEqualTo(Result.FAIL);
    assertThat(response.deadLetterQueueRecords()).isEmpty();
  }

  static Stream<Exception> passing() {
    return Stream.of(new TimeoutException("slow"), new NotEnoughReplicasException("one is down"));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void aRetriableFailureIsRetried(Exception fault) {
    // When
    Response response = handler.handleError(null, OUTPUT, fault);

    // Then
    assertThat(response.result()).isEqualTo(Result.RETRY);
    assertThat(response.deadLetterQueueRecords()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anUnserializableOutputEndsTheThreadWithoutADeadLetter(SerializationExceptionOrigin origin) {
    // When
    Response response =
        handler.handleSerializationError(
            null, OUTPUT, new SerializationException("no schema"), origin);

    // Then
    assertThat(response.result()).isEqualTo(Result.FAIL);
    assertThat(response.deadLetterQueueRecords()).isEmpty();
  }

  @Test
  void theHandlerIsConfigured() {
    assertThat(handler).isInstanceOf(FailedProductionHandler.class);
  }
}
