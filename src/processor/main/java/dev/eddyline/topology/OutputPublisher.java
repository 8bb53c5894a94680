package dev.eddyline.topology;

import dev.eddyline.schema.DecisionReceipt;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Forwards outputs to the sinks, each with the timestamp and trace context of the record that
 * caused it. Graph findings have no such record.
 */
final class OutputPublisher {

  private final ProcessorContext<String, SpecificRecord> context;
  private final EventLog log;

  OutputPublisher(ProcessorContext<String, SpecificRecord> context) {
    this.context = context;
    log = new EventLog();
  }

  /** Publishes an output of an input. */
  void publish(SpecificRecord output, Record<String, ?> cause) {
    Destination to = Destination.of(output);
    Headers headers =
        output instanceof DecisionReceipt
            ? TraceHeaders.copyWithoutCredentials(cause.headers())
            : TraceHeaders.copyTraceContext(cause.headers());
    context.forward(new Record<>(to.key(), output, cause.timestamp(), headers), to.sink());
    log.logOutput(output);
  }

  /** Publishes the findings of a workflow's graph, or its withdrawal. */
  void publish(PartitionGraphs.DueFindings findings) {
    context.forward(
        new Record<>(findings.workflow(), findings.findings(), findings.now().toEpochMilli()),
        EddylineTopology.GRAPH_FINDINGS);
  }
}
