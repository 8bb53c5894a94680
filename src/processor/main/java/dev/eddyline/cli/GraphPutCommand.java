package dev.eddyline.cli;

import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.yaml.Printable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline graph put}: publishes a workflow's graph to all running instances. */
@Command(
    name = "put",
    description =
        "Publishes the graph of a workflow: all running instances check its tasks against it, and"
            + " publish its findings on graph-findings. With --delete the configuration's graph"
            + " applies again, if there is one.",
    mixinStandardHelpOptions = true)
final class GraphPutCommand implements Callable<Integer> {

  private static final String WHAT = "graph";

  @Spec private CommandSpec spec;

  @Mixin private WorkflowConfigOptions options;

  @Parameters(index = "0", paramLabel = "WORKFLOW", description = "name of the workflow")
  private String workflow;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = "the graph, in a format that lint reads")
  private Path file;

  @Option(
      names = "--bounds",
      paramLabel = "FILE",
      description = "YAML with what the format cannot express: counters, guards, recursion limit")
  private Path bounds;

  @Override
  public Integer call() throws Exception {
    TopicRole role = TopicRole.WORKFLOW_GRAPHS;
    if (options.requireFileOrDelete(workflow, file)) {
      return options.publishOrDeleteConfig(spec, role, WHAT, workflow, FlowGraph.class, null, "");
    }
    LoadedGraph graph = graph();
    FlowGraph value =
        GraphRecords.value(graph.text(), System.getProperty("user.name"), options.note());
    List<String> notSought = graph.lintResult().incompleteChecks();
    String done =
        "graph, version %s, published: %d nodes, %d edges, findings: %d%s"
            .formatted(
                graph.version(),
                graph.graph().nodes().size(),
                graph.graph().edges().size(),
                graph.findings().size(),
                notSought.isEmpty() ? "" : "; incomplete checks: " + String.join(", ", notSought));
    return options.publishOrDeleteConfig(spec, role, WHAT, workflow, FlowGraph.class, value, done);
  }

  /** Parses the graph of the files, and prints the parts that were not understood. */
  private LoadedGraph graph() throws Exception {
    Optional<String> more =
        bounds == null
            ? Optional.empty()
            : Optional.of(WorkflowConfigCommandHelper.readUtf8File(bounds));
    GraphText text =
        new GraphText(Optional.empty(), WorkflowConfigCommandHelper.readUtf8File(file), more);
    LoadedGraph graph = LoadedGraph.read(workflow, text);
    graph
        .unparsedParts()
        .forEach(
            misread ->
                spec.commandLine().getErr().println(Printable.escape(file + ": " + misread)));
    spec.commandLine().getErr().flush();
    return graph;
  }
}
