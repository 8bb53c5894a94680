package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Spans, log records and the events of them. */
final class OtlpFixtures {

  /** The start of all fixtures. */
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  static final String TRACE = "7ace".repeat(8);

  private static final Path FOLDER = Path.of("src/processor/test/resources/otlp");
  private static final ObjectMapper JSON = new ObjectMapper();

  private OtlpFixtures() {}

  /** The names of the shapes. */
  static List<String> shapes() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".json"))
          .map(name -> name.substring(0, name.length() - ".json".length()))
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static OtlpSignal signal(String shape) {
    return shape.endsWith("-logs") ? OtlpSignal.LOGS : OtlpSignal.TRACES;
  }

  /** A file in the folder of the shapes. */
  static String text(String file) {
    try {
      return Files.readString(FOLDER.resolve(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** JSON; single quotes are replaced by double quotes. */
  static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (IOException invalid) {
      throw new UncheckedIOException(invalid);
    }
  }

  static Attributes attributes(String json) {
    return Attributes.ofObject(json(json));
  }

  /**
   * A span of one second; its number is its id and its start in seconds, 0 as the parent: a root
   * span.
   */
  static TelemetryRecord span(int number, int parent, String name, String attributes) {
    return new TelemetryRecord(
        false,
        TRACE,
        id(number),
        parent == 0 ? "" : id(parent),
        name,
        START.plusSeconds(number),
        START.plusSeconds(number + 1),
        false,
        "",
        attributes(attributes),
        attributes("{'service.name':'shop'}"),
        List.of());
  }

  /** The same span with an error. */
  static TelemetryRecord failed(TelemetryRecord span, String message) {
    return new TelemetryRecord(
        false,
        span.traceId(),
        span.spanId(),
        span.parentId(),
        span.name(),
        span.startedAt(),
        span.endedAt(),
        true,
        message,
        span.attributes(),
        span.resource(),
        span.events());
  }

  /** The same record at other times. */
  static TelemetryRecord at(TelemetryRecord record, Instant start, Instant end) {
    return new TelemetryRecord(
        record.isLog(),
        record.traceId(),
        record.spanId(),
        record.parentId(),
        record.name(),
        start,
        end,
        record.isError(),
        record.status(),
        record.attributes(),
        record.resource(),
        record.events());
  }

  /** A log record of a span; 0 as the span: without a trace. */
  static TelemetryRecord log(int second, int span, String name, String attributes) {
    return new TelemetryRecord(
        true,
        span == 0 ? "" : TRACE,
        span == 0 ? "" : id(span),
        "",
        name,
        START.plusSeconds(second),
        START.plusSeconds(second),
        false,
        "",
        attributes(attributes),
        attributes("{'service.name':'shop'}"),
        List.of());
  }

  static String id(int number) {
    return "%016x".formatted(number);
  }

  static TelemetryMapper mapper() {
    return new TelemetryMapper(TelemetryMapping.shipped(), text -> text);
  }

  static List<AgentEvent> events(TelemetryRecord... records) {
    return events(mapper(), List.of(records));
  }

  /** The events of records whose ancestors have all arrived. */
  static List<AgentEvent> events(TelemetryMapper mapper, List<TelemetryRecord> records) {
    return mapped(mapper, records).stream().flatMap(it -> it.events().stream()).toList();
  }

  static List<Mapped> mapped(TelemetryMapper mapper, List<TelemetryRecord> records) {
    Map<String, Trace> traces = new HashMap<>();
    for (TelemetryRecord record : records) {
      mapper.learn(trace(traces, record), record);
    }
    List<Mapped> all = new ArrayList<>();
    for (TelemetryRecord record : records) {
      all.add(mapper.map(trace(traces, record), record, START.plusSeconds(60)));
    }
    return all;
  }

  /** A log record without a trace has no trace in common with others. */
  private static Trace trace(Map<String, Trace> traces, TelemetryRecord record) {
    return record.traceId().isEmpty()
        ? Trace.empty()
        : traces.computeIfAbsent(record.traceId(), id -> Trace.empty());
  }
}
