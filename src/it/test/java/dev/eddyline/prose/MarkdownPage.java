package dev.eddyline.prose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation: its sentences, without code. */
record MarkdownPage(Path file, List<Sentence> sentences) {

  /**
   * A sentence.
   *
   * @param line where its paragraph, list item or table row starts, from 1
   */
  record Sentence(int line, String text) {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}'’%/.,-]*");

    long words() {
      return WORD.matcher(text).results().count();
    }
  }

  private static final Pattern START = Pattern.compile("(#+|[-*+]|\\d+[.)]|>) .*");
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+");
  private static final List<String> FOLDERS =
      List.of("docs", "examples", "deploy", "topology", "schemas");

  /** All pages of the repository. */
  static List<MarkdownPage> all() throws IOException {
    List<MarkdownPage> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(Path.of(""))) {
      for (Path file : top.filter(MarkdownPage::isPage).sorted().toList()) {
        pages.add(read(file));
      }
    }
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        for (Path file :
            files.filter(MarkdownPage::isPage).filter(MarkdownPage::isOurs).sorted().toList()) {
          pages.add(read(file));
        }
      }
    }
    return pages;
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md");
  }

  /** Libraries that an example installs have pages, too. */
  private static boolean isOurs(Path file) {
    return !file.toString().contains("node_modules") && !file.toString().contains(".venv");
  }

  static MarkdownPage read(Path file) throws IOException {
    return new MarkdownPage(file, sentences(Files.readString(file)));
  }

  static List<Sentence> sentences(String markdown) {
    List<Sentence> sentences = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    int blockStart = 1;
    int line = 0;
    boolean code = false;
    for (String raw : markdown.replaceAll("(?s)<!--.*?-->", "").split("\n", -1)) {
      line++;
      String text = raw.strip();
      boolean fence = text.startsWith("```");
      boolean row = text.startsWith("|");
      if (fence || code || row || text.isEmpty() || START.matcher(text).matches()) {
        add(sentences, blockStart, block.toString());
        block.setLength(0);
      }
      if (block.isEmpty()) {
        blockStart = line;
      }
      code = code != fence;
      if (row && !code) {
        for (String cell : text.split("(?<!\\\\)\\|")) {
          add(sentences, line, cell);
        }
      } else if (!code && !fence && !text.isEmpty()) {
        block.append(text.replaceFirst("^(#+|[-*+]|\\d+[.)]|>) ", "")).append(' ');
      }
      if (text.startsWith("#")) {
        add(sentences, line, block.toString());
        block.setLength(0);
      }
    }
    add(sentences, blockStart, block.toString());
    return sentences;
  }

  private static void add(List<Sentence> sentences, int line, String block) {
    String prose =
        block
            .replaceAll("`[^`]*`", "CODE")
            .replaceAll("!?\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
            .replaceAll("[*_]{1,2}", "");
    for (String sentence : SENTENCE_END.split(prose.strip())) {
      if (!sentence.isBlank()) {
        sentences.add(new Sentence(line, sentence));
      }
    }
  }
}
