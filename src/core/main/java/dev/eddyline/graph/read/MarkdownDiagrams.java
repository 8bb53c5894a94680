package dev.eddyline.graph.read;

import dev.eddyline.graph.model.GraphSizeLimit;
import dev.eddyline.graph.model.InvalidGraphException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * Reads the Mermaid diagrams with steps in a Markdown text: the fenced blocks whose info string is
 * mermaid, by the rules of CommonMark, and the blocks {@code :::mermaid} of Azure DevOps.
 */
public final class MarkdownDiagrams {

  /** Maximum depth of quotes and lists; what is deeper is text. */
  private static final int MAX_DEPTH = 100;

  private static final Parser PARSER =
      Parser.builder()
          .includeSourceSpans(IncludeSourceSpans.BLOCKS)
          .maxOpenBlockParsers(MAX_DEPTH)
          .build();

  /** A fence or a block of Azure DevOps with Mermaid in it, in any line. */
  private static final Pattern MERMAID =
      Pattern.compile(
          "^[ \\t>*+-]{0,40}(?:```++|~~~++|:::)[ \\t]*+\\{?+[ \\t]*+mermaid\\b",
          Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

  /** A block of Azure DevOps with Mermaid in it, up to its end or that of the text. */
  private static final Pattern COLON_BLOCK =
      Pattern.compile(
          "^[ \\t]{0,3}+:::[ \\t]*+mermaid[^\\S\\n]*+$(.*?)(?:^[^\\S\\n]*+(:::)[^\\S\\n]*+$|\\z)",
          Pattern.CASE_INSENSITIVE | Pattern.MULTILINE | Pattern.UNIX_LINES | Pattern.DOTALL);

  private MarkdownDiagrams() {}

  /**
   * A diagram.
   *
   * @param text its text
   * @param line the line of the file at which the text begins, from 1
   */
  private record Diagram(String text, int line) {}

  /** Whether the text has a block of Mermaid. */
  static boolean recognizes(GraphInput input) {
    return recognizes(input.text());
  }

  /** The same for the beginning of a text. */
  public static boolean recognizes(String text) {
    return MERMAID.matcher(text).find();
  }

  /** Whether the beginning of a text has a diagram that {@link #read} reads or refuses. */
  public static boolean hasDiagram(String text) {
    return recognizes(text) && !findDiagrams(text).isEmpty();
  }

  /** Reads the diagrams; those without steps, such as sequence diagrams, are left out. */
  static List<ParsedGraph> read(GraphInput input, GraphSizeLimit limit) {
    List<Diagram> diagrams = findDiagrams(input.text());
    if (diagrams.isEmpty()) {
      throw new InvalidGraphException(
          input.place(), List.of("holds no Mermaid flowchart or state diagram"));
    }
    limit.requireAllowedGraphCount(input.place(), diagrams.size());
    List<ParsedGraph> graphs = new ArrayList<>();
    for (Diagram diagram : diagrams) {
      String name =
          diagrams.size() == 1 ? input.place() : input.place() + "#" + (graphs.size() + 1);
      ParsedGraph read = MermaidDiagrams.read(name, diagram.text(), diagram.line(), limit);
      graphs.add(read.withFormat(GraphFormat.MARKDOWN));
    }
    return graphs;
  }

  private static List<Diagram> findDiagrams(String markdown) {
    List<Diagram> diagrams = new ArrayList<>();
    PARSER
        .parse(withFencesOfBackticks(markdown))
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(FencedCodeBlock block) {
                String text = block.getLiteral();
                if (isMermaid(block.getInfo()) && !ForeignFormat.isOtherDiagram(text)) {
                  int fence = block.getSourceSpans().get(0).getLineIndex();
                  diagrams.add(new Diagram(text, fence + 2));
                }
              }
            });
    return diagrams;
  }

  private static boolean isMermaid(String info) {
    String word = info.strip().toLowerCase(Locale.ROOT);
    return word.matches("\\{?\\s*\\.?mermaid\\b.*");
  }

  /** The text with blocks of Azure DevOps as fences, in the same lines. */
  private static String withFencesOfBackticks(String markdown) {
    String fence = "``````";
    return COLON_BLOCK
        .matcher(markdown)
        .replaceAll(
            block ->
                Matcher.quoteReplacement(
                    fence + "mermaid" + block.group(1) + (block.group(2) == null ? "" : fence)));
  }
}
