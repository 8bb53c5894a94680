package dev.eddyline.cli;

import dev.eddyline.app.Application;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphText;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.reference.ReferencePut;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.RecordMetadata;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline graph put}: a workflow's graph, for all instances, while they run. */
@Command(
    name = "put",
    description =
        "Publishes the graph of a workflow: its tasks are followed on it in all running instances,"
            + " and what is wrong with it is told on graph-findings; with --delete the"
            + " configuration's graph is in force again, if it has one.",
    mixinStandardHelpOptions = true)
final class GraphPutCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private SettingsOptions options;

  @Parameters(index = "0", paramLabel = "WORKFLOW", description = "name of the workflow")
  private String workflow;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = "the graph: YAML, LangGraph's JSON, Mermaid, Markdown, BPMN or ASL")
  private Path file;

  @Option(
      names = "--bounds",
      paramLabel = "FILE",
      description = "what the format has no room for, YAML: counters, guards, the recursion limit")
  private Path bounds;

  @Option(names = "--delete", description = "takes the workflow's graph back, in place of FILE")
  private boolean delete;

  @Option(names = "--note", paramLabel = "TEXT", description = "why, for those who look later")
  private String note;

  @Override
  public Integer call() throws Exception {
    if (workflow.isBlank()) {
      throw new InvalidSettingException("WORKFLOW: must not be empty");
    }
    if (delete == (file != null)) {
      throw new InvalidSettingException("either FILE or --delete is required");
    }
    FollowedGraph graph = delete ? null : graph();
    FlowGraph value =
        delete ? null : GraphRecords.value(graph.text(), System.getProperty("user.name"), note);
    Settings settings = options.settings();
    TopicCatalogue topics = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    try (TopicAdmin admin =
        new TopicAdmin(topics, Application.admin(settings), Application.CLUSTER_LIMIT)) {
      admin.check();
    }
    TopicRole role = TopicRole.WORKFLOW_GRAPHS;
    if (delete && ReferenceTexts.isWithout(spec, settings, topics, role, workflow, "graph")) {
      return ExitCode.OK;
    }
    RecordMetadata put =
        ReferencePut.put(
            settings,
            topics.topic(role),
            workflow,
            FlowGraph.class,
            value,
            Application.CLUSTER_LIMIT);
    String done =
        delete
            ? "graph taken back"
            : "graph, version %s, put: %d nodes, %d edges, %d findings"
                .formatted(
                    graph.version(),
                    graph.graph().nodes().size(),
                    graph.graph().edges().size(),
                    graph.findings().size());
    spec.commandLine()
        .getOut()
        .printf("%s: %s (offset %d of %s)%n", workflow, done, put.offset(), put.topic())
        .flush();
    return ExitCode.OK;
  }

  /** The graph of the files, with what of them was not understood told. */
  private FollowedGraph graph() throws Exception {
    Optional<String> more =
        bounds == null ? Optional.empty() : Optional.of(ReferenceTexts.of(bounds));
    GraphText text = new GraphText(Optional.empty(), ReferenceTexts.of(file), more);
    FollowedGraph graph = FollowedGraph.read(workflow, text);
    graph
        .misread()
        .forEach(misread -> spec.commandLine().getErr().printf("%s: %s%n", file, misread));
    spec.commandLine().getErr().flush();
    return graph;
  }
}
