package dev.eddyline.graph.source;

import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.read.ForeignFormat;
import dev.eddyline.graph.read.GraphFormat;
import dev.eddyline.graph.read.GraphInput;
import dev.eddyline.graph.read.MarkdownDiagrams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files below a folder, by whether they have graphs. The name decides for Mermaid, BPMN and
 * DOT, the content for JSON, YAML, XML and Markdown. Hidden files and folders are left out.
 */
public final class GraphFolder {

  private static final int INSPECTED_BYTES = 200_000;
  private static final int MAX_NAMED_FILES = 10;

  /** Larger files of JSON and YAML are found only if they are named. */
  private static final int MAX_INSPECTED_BYTES = 20_000_000;

  private static final List<String> GRAPH_ENDINGS =
      List.of(".mmd", ".mermaid", ".bpmn", ".asl.json", ".asl.yaml", ".dot", ".gv");
  private static final String BPMN_NAMESPACE = "http://www.omg.org/spec/BPMN/";

  /** Keys of graphs in JSON, and the type of a state machine in a template. */
  private static final Pattern JSON_KEYS =
      Pattern.compile("\"(?:nodes|edges|connections|StartAt|States)\"\\s{0,20}:|::StateMachine\"");

  private final List<Path> graphs = new ArrayList<>();

  /** Files of JSON, YAML and XML without a graph; what they are, if it is known. */
  private final Map<Path, Optional<String>> others = new TreeMap<>();

  private GraphFolder() {}

  /**
   * The files below a folder; the path itself if it is a file. A file that cannot be read has a
   * graph if its name is that of one.
   *
   * @throws IOException when a folder cannot be read
   */
  public static GraphFolder of(Path path) throws IOException {
    GraphFolder folder = new GraphFolder();
    if (!Files.isDirectory(path)) {
      folder.graphs.add(path);
      return folder;
    }
    try (Stream<Path> below = Files.walk(path)) {
      for (Path file : (Iterable<Path>) below::iterator) {
        if (!isHidden(path.relativize(file)) && Files.isRegularFile(file)) {
          folder.add(file);
        }
      }
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
    folder.graphs.sort(null);
    return folder;
  }

  /** The files with graphs, in the order of their paths. */
  public List<Path> graphs() {
    return graphs;
  }

  /**
   * What is not linted, with the reason: each file of another known format, and the rest as one.
   */
  public List<String> leftOut() {
    List<String> lines = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    others.forEach(
        (file, format) ->
            format.ifPresentOrElse(
                it -> lines.add("%s: not linted: this is %s".formatted(file, it)),
                () -> unknown.add(file.toString())));
    if (!unknown.isEmpty()) {
      int more = unknown.size() - MAX_NAMED_FILES;
      lines.add(
          "not linted, no known format: "
              + String.join(", ", unknown.subList(0, Math.min(MAX_NAMED_FILES, unknown.size())))
              + (more > 0 ? " and %d more".formatted(more) : ""));
    }
    return lines;
  }

  private static boolean isHidden(Path belowFolder) {
    for (Path name : belowFolder) {
      if (name.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  private void add(Path file) throws IOException {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (GRAPH_ENDINGS.stream().anyMatch(name::endsWith)) {
      graphs.add(file);
      return;
    }
    if (!Files.isReadable(file)) {
      return;
    }
    int dot = name.lastIndexOf('.');
    switch (dot < 0 ? "" : name.substring(dot)) {
      case ".json", ".yaml", ".yml" -> addByKeys(file);
      case ".xml" -> add(file, beginning(file).contains(BPMN_NAMESPACE), Optional.empty());
      case ".md", ".markdown" -> {
        if (hasDiagram(file)) {
          graphs.add(file);
        }
      }
      default -> {
        // no text of a workflow
      }
    }
  }

  private void add(Path file, boolean isGraph, Optional<String> format) {
    if (isGraph) {
      graphs.add(file);
    } else {
      others.put(file, format);
    }
  }

  /** Adds a file of JSON or YAML; one that is broken has a graph if it has the keys of one. */
  private void addByKeys(Path file) throws IOException {
    if (Files.size(file) > MAX_INSPECTED_BYTES) {
      others.put(file, Optional.empty());
      return;
    }
    String text = text(file);
    GraphInput input = new GraphInput(file.toString(), text);
    try {
      add(file, !isBoundsFile(file) && GraphFormat.find(input).isPresent(), describe(file, input));
    } catch (InvalidGraphException invalid) {
      add(file, JSON_KEYS.matcher(text).find(), Optional.empty());
    }
  }

  /** What a file without a graph is, if it is known. */
  private static Optional<String> describe(Path file, GraphInput input) {
    return isBoundsFile(file)
        ? Optional.of("a file of bounds, which is read with --bounds")
        : ForeignFormat.of(input).map(format -> format + ", which is not read");
  }

  private static boolean isBoundsFile(Path file) {
    return file.toString().matches("(?i).*\\.bounds\\.ya?ml");
  }

  /** The text in its encoding; as UTF-8 if it is not valid, since lint must report it then. */
  private static String text(Path file) throws IOException {
    try {
      return GraphFiles.readText(file);
    } catch (CharacterCodingException invalid) {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
  }

  /** Whether a file of Markdown has a diagram with steps, or may have one in its end. */
  private static boolean hasDiagram(Path file) throws IOException {
    String beginning = beginning(file);
    return Files.size(file) > INSPECTED_BYTES
        ? MarkdownDiagrams.recognizes(beginning)
        : MarkdownDiagrams.hasDiagram(beginning);
  }

  private static String beginning(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(INSPECTED_BYTES), StandardCharsets.UTF_8);
    }
  }
}
