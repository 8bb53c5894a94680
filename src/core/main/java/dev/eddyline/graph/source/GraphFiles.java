package dev.eddyline.graph.source;

import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Loads the graphs that a configuration names. */
public final class GraphFiles {

  private GraphFiles() {}

  /**
   * Loads the graphs of a comma-separated list of files; none where it is blank.
   *
   * @throws InvalidGraphException for the first invalid file, or two graphs of one workflow
   */
  public static GraphSnapshot load(String list) {
    return load(
        Arrays.stream(list.split(",")).map(String::strip).filter(it -> !it.isEmpty()).toList());
  }

  /**
   * Loads the graphs of these files, and of the files below these folders. A graph's workflow is
   * its name, or else the name of its file.
   *
   * @throws InvalidGraphException for the first invalid file, or two graphs of one workflow
   */
  public static GraphSnapshot load(List<String> files) {
    List<LoadedGraph> graphs = new ArrayList<>();
    Map<String, String> places = new LinkedHashMap<>();
    for (String file : expandFolders(files)) {
      LoadedGraph graph = LoadedGraph.fromFile(file, GraphText.of(readUtf8File(file)));
      String workflow = graph.graph().name();
      String other = places.putIfAbsent(workflow, file);
      if (other != null) {
        throw new InvalidGraphException(
            file, List.of("workflow '%s' also has the graph of %s".formatted(workflow, other)));
      }
      graphs.add(graph);
    }
    return GraphSnapshot.of(graphs);
  }

  private static List<String> expandFolders(List<String> names) {
    List<String> files = new ArrayList<>();
    for (String name : names) {
      try {
        List<Path> graphs = GraphFolder.of(Path.of(name)).graphs();
        if (graphs.isEmpty()) {
          throw new IOException("no file with a workflow graph in this folder");
        }
        graphs.forEach(file -> files.add(file.toString()));
      } catch (IOException unread) {
        throw new InvalidGraphException(name, List.of(FileProblem.reason(unread)));
      }
    }
    return files;
  }

  /** The text of a file; a file that is too long is not read. */
  private static String readUtf8File(String file) {
    Path path = Path.of(file);
    try {
      long bytes = Files.size(path);
      if (bytes > GraphText.MAX_BYTES) {
        throw new InvalidGraphException(
            file, List.of("must be ≤ %,d bytes, was %,d".formatted(GraphText.MAX_BYTES, bytes)));
      }
      return GraphTextFile.read(path);
    } catch (IOException unread) {
      throw new InvalidGraphException(file, List.of(FileProblem.reason(unread)));
    }
  }
}
