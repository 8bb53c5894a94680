package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetriableFailureTest {

  static Stream<RuntimeException> passing() {
    return Stream.of(
        new TimeoutException("no answer"),
        new InvalidTxnStateException("the producer attempted an operation in an invalid state"),
        new InvalidStateStoreException("Store eddyline-tasks is currently closed"),
        new IllegalStateException(
            "Cannot attempt operation `sendOffsetsToTransaction` because the previous call to"
                + " `commitTransaction` timed out and must be retried"));
  }

  @ParameterizedTest
  @MethodSource("passing")
  void aRetriableCauseIsFound(RuntimeException fault) {
    // Given
    Throwable thrown = new StreamsException("error encountered trying to commit", fault);

    // When / Then
    assertThat(RetriableFailure.findIn(thrown)).contains(fault);
  }

  static Stream<RuntimeException> permanent() {
    return Stream.of(
        new TopicAuthorizationException("t"),
        new IllegalStateException("no topic for this output"),
        new IllegalStateException());
  }

  @ParameterizedTest
  @MethodSource("permanent")
  void aPermanentFailureIsNotRetriable(RuntimeException fault) {
    // Given
    Throwable thrown = new StreamsException("not allowed", fault);

    // When / Then
    assertThat(RetriableFailure.findIn(thrown)).isEmpty();
  }
}
