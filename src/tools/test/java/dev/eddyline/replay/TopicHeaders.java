package dev.eddyline.replay;

import dev.eddyline.topics.TopicRole;
import java.util.List;
import java.util.stream.Stream;

/** The headers of the records of each topic. */
final class TopicHeaders {

  /** W3C Trace Context. */
  static final List<String> TRACE = List.of("traceparent", "tracestate");

  /** Headers of Kafka Streams in dead-lettered records. */
  static final List<String> DEAD_LETTER =
      Stream.of("exception", "message", "topic", "partition", "offset")
          .map(name -> "__streams.errors." + name)
          .toList();

  private TopicHeaders() {}

  /** Names of the headers of a topic's records, possibly none. */
  static List<String> of(TopicRole role) {
    return switch (role) {
      case LOOP_POLICIES -> List.of();
      case AGENT_EVENTS_DLQ -> DEAD_LETTER;
      case OTLP_SPANS, OTLP_LOGS -> List.of("content-type");
      case OTLP_EVENTS -> List.of();
      default -> TRACE;
    };
  }
}
