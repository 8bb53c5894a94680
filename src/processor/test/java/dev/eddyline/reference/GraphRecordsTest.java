package dev.eddyline.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.read.GraphFormat;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.schema.FlowFormat;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.task.BadInputException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Decoding of workflow-graphs records. */
class GraphRecordsTest {

  private static final byte[] BUILD = "build".getBytes(UTF_8);
  private static final String ROUND =
      "name: other\nnodes: [a, b]\nedges:\n  - {from: a, to: b}\n  - {from: b, to: a}\n";

  private final PolicyTopic topic = new PolicyTopic();
  private final GraphRecords records = new GraphRecords(topic.registry());

  @AfterEach
  void close() {
    topic.registry().close();
  }

  private PublishedGraph read(byte[] key, FlowGraph graph) {
    byte[] value = graph == null ? null : topic.value(FlowGraph.class, graph);
    return records.read(topic.record(3, key, value));
  }

  private static FlowGraph yaml(String text) {
    return new FlowGraph(FlowFormat.UNKNOWN, text, null, null, null);
  }

  @Test
  void theKeyNamesTheWorkflow_notTheGraphsOwnName() {
    // When
    PublishedGraph read = read(BUILD, yaml(ROUND));

    // Then
    assertThat(read.workflow()).isEqualTo("build");
    assertThat(read.offset()).isEqualTo(3);
    assertThat(read.graph().orElseThrow().graph().name()).isEqualTo("build");
    assertThat(read.graph().orElseThrow().findings()).isNotEmpty();
  }

  @Test
  void boundsOutsideTheGraphTextAreRead() {
    // Given
    String mermaid = "graph TD\n  a --> b\n  b --> a\n";

    // When
    PublishedGraph read =
        read(BUILD, new FlowGraph(FlowFormat.MERMAID, mermaid, "recursionLimit: 30", "ann", "so"));

    // Then
    assertThat(read.graph().orElseThrow().graph().recursionLimit()).hasValue(30);
  }

  @Test
  void aNullValueWithdrawsTheGraph() {
    assertThat(read(BUILD, null).graph()).isEmpty();
    assertThat(read(BUILD, null).text()).isEmpty();
  }

  @Test
  void anInvalidGraphIsRejectedWithItsReason() {
    assertThatThrownBy(() -> read(BUILD, yaml("nodes: [a]\nedges: [{from: a, to: b}]\n")))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContainingAll("workflow build", "'b'");
  }

  @Test
  void aTooLongTextIsRejectedUnread() {
    assertThatThrownBy(() -> read(BUILD, yaml(" ".repeat(GraphText.MAX_BYTES + 1))))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("text must be ≤ 1,000,000 bytes in UTF-8");
  }

  @Test
  void aDeeplyNestedTextIsRejectedWithItsLimit() {
    assertThatThrownBy(() -> read(BUILD, yaml("nodes: " + "[".repeat(100_000))))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("nested deeper than 100");
  }

  @Test
  void theLengthLimitCountsBytes() {
    // Given
    String japanese = "graph TD\n a[\"" + "検".repeat(GraphText.MAX_BYTES / 3) + "\"]";

    // Then
    assertThatThrownBy(() -> read(BUILD, yaml(japanese)))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("bytes in UTF-8, was 1,000,0");
  }

  @Test
  void aRecordWithoutAWorkflowIsRejected() {
    assertThatThrownBy(() -> read(null, yaml(ROUND)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll("key", "null", "workflow");
  }

  @Test
  void roundTrip() {
    // Given
    GraphText text =
        new GraphText(Optional.of(GraphFormat.MERMAID), "graph TD\n a --> b", Optional.of("{}"));

    // When
    GraphText back = GraphRecords.text(GraphRecords.value(text, "ann", "because"));

    // Then
    assertThat(back).isEqualTo(text);
    assertThat(back.version()).isEqualTo(text.version());
  }
}
