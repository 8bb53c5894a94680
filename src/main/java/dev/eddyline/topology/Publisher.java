package dev.eddyline.topology;

import dev.eddyline.schema.GraphFindings;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Hands records to the sinks, each with the time and the trace of what caused it. */
final class Publisher {

  private final ProcessorContext<String, SpecificRecord> context;
  private final EventLog log = new EventLog();

  Publisher(ProcessorContext<String, SpecificRecord> context) {
    this.context = context;
  }

  /** Publishes what came of an input. */
  void publish(SpecificRecord output, Record<String, SpecificRecord> cause) {
    Destination to = Destination.of(output);
    forward(to.key(), output, cause, to.sink());
    log.published(output);
  }

  /** Publishes what is wrong with a workflow's graph, or null for a graph that was taken back. */
  void publish(String workflow, GraphFindings findings, Record<String, SpecificRecord> cause) {
    forward(workflow, findings, cause, EddylineTopology.GRAPH_FINDINGS);
  }

  private void forward(
      String key, SpecificRecord value, Record<String, SpecificRecord> cause, String sink) {
    context.forward(
        new Record<>(key, value, cause.timestamp(), TraceHeaders.of(cause.headers())), sink);
  }
}
