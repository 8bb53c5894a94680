package dev.eddyline.cases;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A convention of naming tools. */
enum ToolNaming {
  SNAKE,
  KEBAB,
  CAMEL,
  PASCAL,
  DOTTED,
  SLASH,
  MCP;

  /** The name of a tool, given as words, on a server. */
  String name(String server, String words) {
    List<String> parts = List.of(words.split(" "));
    String snake = String.join("_", parts);
    String pascal = parts.stream().map(ToolNaming::capitalize).collect(Collectors.joining());
    return switch (this) {
      case SNAKE -> snake;
      case KEBAB -> String.join("-", parts);
      case CAMEL -> parts.get(0) + pascal.substring(parts.get(0).length());
      case PASCAL -> pascal;
      case DOTTED -> server + "." + snake;
      case SLASH -> server + "/" + snake;
      case MCP -> "mcp__" + server + "__" + snake;
    };
  }

  private static String capitalize(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
