package dev.eddyline.cli;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.source.GraphFiles;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.replay.Comparison;
import dev.eddyline.replay.ComparisonSummary;
import dev.eddyline.replay.InputFiles;
import dev.eddyline.replay.Replay;
import dev.eddyline.replay.ReplaySummary;
import dev.eddyline.yaml.Printable;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eddyline replay}: replays JSON events with the processor's engine, without Kafka. */
@Command(
    name = "replay",
    description =
        "Replays events, as JSON lines or session files of coding agents, with the processor's engine"
            + " in this process. Writes verdicts, gates and resets to standard output as JSON lines,"
            + " problems and a summary to standard"
            + " error. Exit code 3 when a line could not be read.",
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {

  private static final int BUFFER_BYTES = 65_536;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "events or session files: files, folders, or -")
  private List<String> files;

  @Option(
      names = "--policy",
      paramLabel = "NAME|FILE",
      description = "policy; can be repeated; default: ${DEFAULT-VALUE}")
  private List<String> policies = List.of("default");

  @Option(
      names = "--compare",
      paramLabel = "NAME|FILE",
      description = "write only the differences of the outputs under this policy; can be repeated")
  private List<String> compared = List.of();

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description =
          "graph that a workflow's tasks are checked against, or a folder of graphs. The workflow is"
              + " the graph's name, or else the file's (loop.mmd: loop); can be repeated")
  private List<String> graphs = List.of();

  @Option(
      names = "--explain",
      description = "also write the outcome of each tool call, and why; not with --compare")
  private boolean isExplained;

  @Option(
      names = "--now",
      paramLabel = "TIME",
      description = "latest event time (ISO 8601); later events get this time; default: no limit")
  private Instant now = InProcessEngine.NO_CLAMP;

  @Override
  public Integer call() throws Exception {
    if (now.isBefore(Instant.EPOCH)) {
      throw new InvalidSettingException("--now: must be ≥ 1970-01-01T00:00:00Z, was " + now);
    }
    if (isExplained && !compared.isEmpty()) {
      throw new InvalidSettingException("--explain: must not be given with --compare");
    }
    Policies loaded = load(policies);
    GraphSnapshot followed = GraphFiles.load(graphs);
    printUnparsedGraphParts(followed);
    Optional<Policies> other = compared.isEmpty() ? Optional.empty() : Optional.of(load(compared));
    List<String> inputs = InputFiles.expand(files);
    PrintStream out = bufferedOutput();
    try {
      return other.isEmpty()
          ? replayEvents(loaded, followed, inputs, out)
          : comparePolicies(loaded, other.get(), followed, inputs, out);
    } finally {
      out.flush();
    }
  }

  private static void printUnparsedGraphParts(GraphSnapshot graphs) {
    for (LoadedGraph graph : graphs.inForce().values()) {
      for (UnparsedPart part : graph.unparsedParts()) {
        System.err.println(
            Printable.escape("eddyline: graph of %s: %s".formatted(graph.graph().name(), part)));
      }
    }
  }

  private static Policies load(List<String> names) {
    Policies loaded = Policies.load(String.join(",", names));
    for (Policy policy : loaded.all()) {
      if (policy.hasNoEnabledRules()) {
        System.err.println(
            Printable.escape("eddyline: policy " + policy.name() + " enables no detector"));
      }
    }
    return loaded;
  }

  private int replayEvents(
      Policies loaded, GraphSnapshot followed, List<String> inputs, PrintStream out)
      throws IOException {
    Replay replay = new Replay(loaded, followed, now, out, System.err);
    if (isExplained) {
      replay.explainOutcomes();
    }
    ReplaySummary summary = replay.play(inputs);
    return printSummary(summary, summary.rejectedCount(), out);
  }

  private int comparePolicies(
      Policies loaded, Policies other, GraphSnapshot followed, List<String> inputs, PrintStream out)
      throws IOException {
    Comparison comparison = new Comparison(loaded, other, followed, now, out, System.err);
    ComparisonSummary summary = comparison.play(inputs);
    return printSummary(summary, summary.rejectedCount(), out);
  }

  private static int printSummary(Object summary, int refusals, PrintStream out) {
    if (out.checkError()) {
      throw new IllegalStateException("standard output could not be written to the end");
    }
    System.err.println(Printable.escapeLines(summary.toString()));
    return refusals > 0 ? ExitCode.PARTLY_READ : ExitCode.OK;
  }

  /** Buffered standard output; it is not closed, but flushed at the end. */
  private static PrintStream bufferedOutput() {
    var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }
}
