package dev.eddyline.graph.source;

import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads files with graphs, and loads the graphs that a configuration names. */
public final class GraphFiles {

  private static final int INSPECTED_BYTES = 200;

  private static final Pattern XML_ENCODING =
      Pattern.compile("^\\s*<\\?xml[^>]*encoding\\s*=\\s*[\"']([A-Za-z0-9._-]{1,40})[\"']");

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
      LoadedGraph graph = LoadedGraph.fromFile(file, GraphText.of(readAllowedText(file)));
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
  private static String readAllowedText(String file) {
    Path path = Path.of(file);
    try {
      long bytes = Files.size(path);
      if (bytes > GraphText.MAX_BYTES) {
        throw new InvalidGraphException(
            file, List.of("must be ≤ %,d bytes, was %,d".formatted(GraphText.MAX_BYTES, bytes)));
      }
      return readText(path);
    } catch (IOException unread) {
      throw new InvalidGraphException(file, List.of(FileProblem.reason(unread)));
    }
  }

  /**
   * The text of a file in the encoding that it names; UTF-8 without one.
   *
   * @throws CharacterCodingException if it is not text in its encoding
   * @throws IOException if it cannot be read
   */
  public static String readText(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String text = charset(bytes).newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static Charset charset(byte[] bytes) {
    int first = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF;
    if (first == 0xFEFF || first == 0x003C) {
      return StandardCharsets.UTF_16BE;
    }
    if (first == 0xFFFE || first == 0x3C00) {
      return StandardCharsets.UTF_16LE;
    }
    String start =
        new String(bytes, 0, Math.min(INSPECTED_BYTES, bytes.length), StandardCharsets.ISO_8859_1);
    Matcher named = XML_ENCODING.matcher(start);
    try {
      return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.UTF_8;
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      return StandardCharsets.UTF_8;
    }
  }
}
