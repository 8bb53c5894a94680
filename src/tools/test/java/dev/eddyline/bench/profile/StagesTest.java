package dev.eddyline.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StagesTest {

  private static final String THREAD = "[bench-StreamThread-1 tid=7];java/lang/Thread.run;";
  private static final String PROCESSOR =
      THREAD
          + "org/apache/kafka/streams/processor/internals/StreamTask.process;"
          + "dev/eddyline/topology/EventProcessor.process;";

  @ParameterizedTest
  @CsvSource({
    "dev/eddyline/detect/message/RepeatedMessage.follow;dev/eddyline/text/Words.add, texts",
    "dev/eddyline/detect/message/RepeatedMessage.follow;java/util/HashMap.get,"
        + " detect: RepeatedMessage",
    "dev/eddyline/detect/call/RepeatedCall.follow;dev/eddyline/detect/step/Step.of,"
        + " detect: RepeatedCall",
    "dev/eddyline/engine/TaskDetection.detect;dev/eddyline/outcome/OutcomeTracker.track,"
        + " outcomes of calls",
    "dev/eddyline/engine/TaskDetection.detect;java/util/HashMap.get, engine",
  })
  void stagesWithinTheProcessorAreFoundByTheirPackage(String frames, String stage) {
    assertThat(Stages.of(PROCESSOR + frames)).isEqualTo(stage);
  }

  @ParameterizedTest
  @CsvSource({
    "'[GC Thread#0 tid=3];start_thread', garbage collector",
    "'[C2 CompilerThread0 tid=9];Compile::Compile', JIT",
    "'[rocksdb:low tid=8];compact', RocksDB's own threads",
    "'[x tid=1];org/apache/kafka/clients/consumer/KafkaConsumer.poll', Kafka client",
    "'[x tid=1];org/apache/kafka/streams/Poll.a;org/apache/kafka/clients/B.c', Kafka Streams",
    "'[x tid=1];java/lang/Thread.run', other threads and the JVM",
  })
  void otherStagesAreFoundByTheirThreadOrLibrary(String stack, String stage) {
    assertThat(Stages.of(stack)).isEqualTo(stage);
  }
}
