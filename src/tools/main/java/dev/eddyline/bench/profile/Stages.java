package dev.eddyline.bench.profile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the stage of an event's way through the processor in a stack of frames. */
final class Stages {

  private static final String OTHER = "other threads and the JVM";

  /** Frames by stage, the most specific first. A stack begins with its thread. */
  private static final Map<String, Pattern> FRAMES = new LinkedHashMap<>();

  static {
    put("garbage collector", "\\[(?:GC Thread|ParGC|G1|VM Thread)");
    put("JIT", "\\[C[12] Compiler");
    put("bench", "dev/eddyline/bench/process/|one/profiler/");
    put("RocksDB's own threads", "\\[rocksdb:");
    put("producer thread", "\\[kafka-producer-network");
    put("stores at commit", "org/apache/kafka/streams/state/internals/ThreadCache\\.flush");
    put("stores, evicted", "org/apache/kafka/streams/state/internals/ThreadCache\\.maybeEvict");
    put("journal", "dev/eddyline/topology/Journal\\.");
    put("publish", "dev/eddyline/topology/(?:OutputPublisher|EventLog)\\.");
    put("metrics", "dev/eddyline/metrics/");
    put("texts", "dev/eddyline/(?:text|language|detect/similarity|detect/redaction)/");
    put("outcomes of calls", "dev/eddyline/outcome/");
    put("decide", "dev/eddyline/gate/");
    put("state", "dev/eddyline/(?:state/|topology/(?:PartitionStateStores|HistoryStore)\\.)");
    put("decode", "dev/eddyline/(?:registry/AvroDeserializer|inputs/)");
    put("intake", "dev/eddyline/engine/(?:InputValidator|MisroutedRecords)\\.");
    // the outermost: a detector, or what observes an event for several
    put("detect: ", "dev/eddyline/detect/\\w+/(\\w+)");
    put("engine", "dev/eddyline/");
    put("Kafka client", "org/apache/kafka/(?:clients|common)/");
    put("Kafka Streams", "org/apache/kafka/streams/");
  }

  private Stages() {}

  private static void put(String stage, String frame) {
    FRAMES.put(stage, Pattern.compile("(?:^|;)(?:" + frame + ")"));
  }

  /** The stage of a stack, from its thread to its innermost frame, with semicolons between. */
  static String find(String stack) {
    for (Map.Entry<String, Pattern> stage : FRAMES.entrySet()) {
      Matcher frame = stage.getValue().matcher(stack);
      if (frame.find()) {
        return stage.getKey() + (frame.groupCount() == 0 ? "" : frame.group(1));
      }
    }
    return OTHER;
  }
}
