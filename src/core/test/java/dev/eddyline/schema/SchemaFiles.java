package dev.eddyline.schema;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;

/** The schemas that data outlives the code of: those of the topics' and the stores' records. */
final class SchemaFiles {
  /** Folder of the frozen version 1 of the schemas. */
  static final Path FROZEN = Path.of("src", "core", "test", "resources", "schemas", "v1");

  /** Every compiled schema of stored data. */
  static final List<Schema> KEPT =
      List.of(
          AgentEvent.getClassSchema(),
          LoopVerdict.getClassSchema(),
          GateTrigger.getClassSchema(),
          LoopReset.getClassSchema(),
          LoopMemory.getClassSchema(),
          Lessons.getClassSchema(),
          JournalEntry.getClassSchema(),
          LoopPolicy.getClassSchema(),
          ProgressEvaluationRequest.getClassSchema(),
          ProgressEvaluation.getClassSchema(),
          FlowGraph.getClassSchema(),
          GraphFindings.getClassSchema(),
          Signal.getClassSchema(),
          FailureHistory.getClassSchema(),
          CollaborationHistory.getClassSchema(),
          ResponseHistory.getClassSchema(),
          SessionHistory.getClassSchema(),
          RootHold.getClassSchema(),
          KnownRoot.getClassSchema(),
          PartitionState.getClassSchema(),
          PolicyState.getClassSchema(),
          GraphState.getClassSchema(),
          WalkHistory.getClassSchema());

  private SchemaFiles() {}

  /** The schema of that name as it was frozen. */
  static Schema frozen(String name) throws IOException {
    return new Schema.Parser().parse(Files.readString(FROZEN.resolve(name + ".avsc")));
  }

  /**
   * Freezes the compiled schemas as version 1: only while no data is stored with the old ones.
   *
   * <pre>
   * mvn -q -Dquick package -DskipTests dependency:build-classpath -pl src/core -am \
   *   -Dmdep.outputFile=target/classpath
   * java -cp src/core/target/test-classes:src/core/target/classes:$(cat src/core/target/classpath) \
   *     dev.eddyline.schema.SchemaFiles
   * </pre>
   */
  public static void main(String[] args) throws IOException {
    Files.createDirectories(FROZEN);
    for (Schema schema : KEPT) {
      Files.writeString(
          FROZEN.resolve(schema.getName() + ".avsc"),
          SchemaFormatter.format("json/pretty", schema) + "\n");
    }
  }
}
