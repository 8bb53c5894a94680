package dev.eddyline.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultInjectorTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Producer attempted to produce with an old epoch: org.apache.kafka.ProducerFencedException:"
            + " it was fenced",
        "partitions [agent-events-3] lost due to missed rebalance.",
        "TaskMigratedException: missed a rebalance",
        "InvalidTxnStateException",
        "[Consumer clientId=eddyline-1-StreamThread-3-consumer, groupId=eddyline] Request joining"
            + " group due to: encountered UNKNOWN_MEMBER_ID from SYNC_GROUP response",
      })
  void fencedProcessorIsRecognisedByItsLogLine(String logged) {
    assertThat(FaultInjector.FENCED_LOG_PATTERN.matcher("before\n" + logged + "\nafter").find())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[Consumer clientId=eddyline-meaning, groupId=eddyline-meaning] Resetting generation and"
            + " member id due to: encountered UNKNOWN_MEMBER_ID from HEARTBEAT response",
        "StreamThread-1-consumer\nUNKNOWN_MEMBER_ID",
        "Group coordinator 127.0.0.1:9092 (id: 2147483646 rack: null isFenced: false)",
        "Successfully joined group",
      })
  void logLinesOfOtherThreadsAreIgnored(String logged) {
    assertThat(FaultInjector.FENCED_LOG_PATTERN.matcher(logged).find()).isFalse();
  }
}
