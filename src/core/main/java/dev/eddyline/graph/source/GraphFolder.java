package dev.eddyline.graph.source;

import dev.eddyline.graph.model.InvalidGraphException;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the files with graphs below a folder. The name decides for Mermaid, BPMN and DOT, the
 * content for JSON, YAML, XML and Markdown. Hidden files and folders are left out.
 */
public final class GraphFolder {

  private static final int INSPECTED_BYTES = 200_000;

  /** Larger files of JSON and YAML are found only if they are named. */
  private static final int MAX_INSPECTED_BYTES = 20_000_000;

  private static final List<String> GRAPH_ENDINGS =
      List.of(".mmd", ".mermaid", ".bpmn", ".asl.json", ".asl.yaml", ".dot", ".gv");
  private static final String BPMN_NAMESPACE = "http://www.omg.org/spec/BPMN/";

  /** Keys of graphs in JSON, and the type of a state machine in a template. */
  private static final Pattern JSON_KEYS =
      Pattern.compile("\"(?:nodes|edges|connections|StartAt|States)\"\\s{0,20}:|::StateMachine\"");

  private GraphFolder() {}

  /**
   * The path itself if it is a file, otherwise the files with graphs below it, in the order of
   * their paths. A file that cannot be read is one of them if its name is a graph's.
   *
   * @throws IOException when a folder cannot be read, or has no file with a graph
   */
  public static List<Path> expand(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    List<Path> graphs = new ArrayList<>();
    try (Stream<Path> below = Files.walk(path)) {
      for (Path file : (Iterable<Path>) below::iterator) {
        if (!isHidden(path.relativize(file)) && Files.isRegularFile(file) && isGraph(file)) {
          graphs.add(file);
        }
      }
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
    if (graphs.isEmpty()) {
      throw new IOException("no file with a workflow graph in this folder");
    }
    graphs.sort(null);
    return graphs;
  }

  private static boolean isHidden(Path belowFolder) {
    for (Path name : belowFolder) {
      if (name.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isGraph(Path file) throws IOException {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (GRAPH_ENDINGS.stream().anyMatch(name::endsWith)) {
      return true;
    }
    if (!Files.isReadable(file)) {
      return false;
    }
    int dot = name.lastIndexOf('.');
    return switch (dot < 0 ? "" : name.substring(dot)) {
      case ".json", ".yaml", ".yml" -> hasGraph(file);
      case ".xml" -> beginning(file).contains(BPMN_NAMESPACE);
      case ".md", ".markdown" -> hasDiagram(file);
      default -> false;
    };
  }

  /**
   * Whether a file of JSON or YAML has a graph in a known format, or is broken and has its keys.
   */
  private static boolean hasGraph(Path file) throws IOException {
    if (Files.size(file) > MAX_INSPECTED_BYTES) {
      return false;
    }
    String text = text(file);
    try {
      return GraphFormat.find(new GraphInput(file.toString(), text)).isPresent();
    } catch (InvalidGraphException invalid) {
      // a broken graph must not be left out
      return JSON_KEYS.matcher(text).find();
    }
  }

  /** The text in its encoding; as UTF-8 if it is not valid, since lint must report it then. */
  private static String text(Path file) throws IOException {
    try {
      return GraphTextFile.read(file);
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
