package dev.eddyline.reference;

import dev.eddyline.graph.read.GraphFormat;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.FlowFormat;
import dev.eddyline.schema.FlowGraph;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the records of workflow-graphs. */
public final class GraphRecords {

  private final AvroDeserializer<FlowGraph> values;

  /** A reader with the schemas of this registry. */
  public GraphRecords(SchemaRegistry registry) {
    values = new AvroDeserializer<>(FlowGraph.class, registry);
  }

  /**
   * Decodes a record: a workflow's graph or its withdrawal.
   *
   * @throws dev.eddyline.registry.RegistryUnavailableException when the registry client is closed
   *     or timed out; any other exception means an invalid record
   */
  public PublishedGraph read(ConsumerRecord<byte[], byte[]> record) {
    String workflow = WorkflowKey.parseKey(record);
    if (record.value() == null) {
      return PublishedGraph.withdrawn(workflow, record.offset());
    }
    FlowGraph value = values.deserialize(record.topic(), record.value());
    return PublishedGraph.of(workflow, record.offset(), text(value));
  }

  /** The graph text of a record. */
  public static GraphText text(FlowGraph value) {
    Optional<GraphFormat> format =
        value.getFormat() == FlowFormat.UNKNOWN
            ? Optional.empty()
            : Optional.of(GraphFormat.valueOf(value.getFormat().name()));
    return new GraphText(format, value.getText(), Optional.ofNullable(value.getBounds()));
  }

  /** The record of a graph text. */
  public static FlowGraph value(GraphText text, String publishedBy, String note) {
    FlowFormat format =
        text.format().map(it -> FlowFormat.valueOf(it.name())).orElse(FlowFormat.UNKNOWN);
    return new FlowGraph(format, text.text(), text.bounds().orElse(null), publishedBy, note);
  }
}
