package dev.eddyline.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StagesTest {

  private static final String THREAD = "[bench-StreamThread-1 tid=7];java/lang/Thread.run;";
  private static final String PROCESSOR =
      THREAD
          + "org/apache/kafka/streams/processor/internals/StreamTask.process;"
          + "dev/eddyline/topology/TaskProcessor.process;";

  /** A frame of a class that there is. */
  private static String frame(String name) throws ClassNotFoundException {
    return Class.forName(name).getName().replace('.', '/') + ".run;";
  }

  @ParameterizedTest
  @CsvSource({
    "dev.eddyline.detect.requests.RepeatedMessage, dev.eddyline.text.Words, texts",
    "dev.eddyline.detect.requests.RepeatedMessage, java.util.HashMap, detect: RepeatedMessage",
    "dev.eddyline.detect.actions.RepeatedAction, dev.eddyline.detect.api.Sketch,"
        + " detect: RepeatedAction",
    "dev.eddyline.task.TaskDetection, dev.eddyline.outcome.OutcomeHistory, outcomes of calls",
    "dev.eddyline.task.TaskDetection, dev.eddyline.state.TaskState, state",
    "dev.eddyline.task.EventPipeline, dev.eddyline.gate.VerdictIds, decide",
    "dev.eddyline.engine.InputValidator, java.util.HashMap, intake",
    "dev.eddyline.task.TaskDetection, java.util.HashMap, engine",
  })
  void stagesWithinTheProcessorAreFoundByTheirClass(String outer, String inner, String stage)
      throws ClassNotFoundException {
    String stack = PROCESSOR + frame(outer) + frame(inner);

    assertThat(Stages.find(stack)).isEqualTo(stage);
  }

  @ParameterizedTest
  @CsvSource({
    "'[GC Thread#0 tid=3];start_thread', garbage collector",
    "'[C2 CompilerThread0 tid=9];Compile::Compile', JIT",
    "'[rocksdb:low tid=8];compact', RocksDB's own threads",
    "'[x tid=1];org/apache/kafka/clients/consumer/KafkaConsumer.poll', Kafka client",
    "'[x tid=1];org/apache/kafka/streams/A.a;org/apache/kafka/clients/B.c', Kafka client",
    "'[x tid=1];org/apache/kafka/streams/A.a;java/lang/Thread.run', Kafka Streams",
    "'[x tid=1];java/lang/Thread.run', other threads and the JVM",
  })
  void otherStagesAreFoundByTheirThreadOrLibrary(String stack, String stage) {
    assertThat(Stages.find(stack)).isEqualTo(stage);
  }
}
