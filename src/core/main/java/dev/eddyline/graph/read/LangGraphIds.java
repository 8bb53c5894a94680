package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ids of nodes in LangGraph's Mermaid: signs other than letters, digits, minus and underscore
 * are a backslash and their code, such as {@code agent\3athink} for {@code agent:think}.
 */
final class LangGraphIds {

  private static final int HEX = 16;
  private static final int MAX_DIGITS = 6;

  private LangGraphIds() {}

  /**
   * The name that an id encodes.
   *
   * @param label the node's label, which decides where a code could end in several places
   */
  static String unescape(String id, String label) {
    return escape(label).equals(id) ? label : unescape(id);
  }

  private static String escape(String name) {
    StringBuilder id = new StringBuilder();
    name.codePoints()
        .forEach(
            sign -> {
              boolean isPlain = sign < 128 && !isEscapedAscii(sign) && sign > ' ';
              if (isPlain) {
                id.appendCodePoint(sign);
              } else {
                id.append('\\').append(Integer.toHexString(sign));
              }
            });
    return id.toString();
  }

  /** The name that an id encodes, as far as the id alone says it. */
  static String unescape(String id) {
    if (id.indexOf('\\') < 0) {
      return id;
    }
    StringBuilder name = new StringBuilder();
    int at = 0;
    while (at < id.length()) {
      int digits = id.charAt(at) == '\\' ? digits(id, at + 1) : 0;
      if (digits > 0) {
        name.appendCodePoint(Integer.parseInt(id.substring(at + 1, at + 1 + digits), HEX));
        at += 1 + digits;
      } else {
        name.append(id.charAt(at++));
      }
    }
    return name.toString();
  }

  /**
   * Number of digits of a code; 0 for none. Two digits are one of the ASCII signs that are escaped;
   * longer codes are taken as long as they are letters.
   */
  private static int digits(String id, int from) {
    int most = from;
    while (most < id.length()
        && most - from < MAX_DIGITS
        && Character.digit(id.charAt(most), HEX) >= 0) {
      most++;
    }
    if (most - from >= 2 && isEscapedAscii(Integer.parseInt(id.substring(from, from + 2), HEX))) {
      return 2;
    }
    for (int digits = Math.min(4, most - from); digits > 2; digits--) {
      if (Character.isLetterOrDigit(Integer.parseInt(id.substring(from, from + digits), HEX))) {
        return digits;
      }
    }
    return most - from >= 2 ? 2 : 0;
  }

  private static boolean isEscapedAscii(int code) {
    return code >= ' '
        && code < 127
        && !Character.isLetterOrDigit(code)
        && code != '_'
        && code != '-';
  }

  /** Gives the nodes of a chart their names, by which runs report them. */
  static void unescapeAll(GraphBuilder draft) {
    Map<String, String> names = new LinkedHashMap<>();
    draft.nodes.forEach((id, node) -> names.put(id, unescape(id, node.label())));
    List<Node> nodes = List.copyOf(draft.nodes.values());
    draft.nodes.clear();
    for (Node node : nodes) {
      String name = names.getOrDefault(node.id(), node.id());
      boolean isPseudo = LangGraphParser.kind(name) == NodeKind.ROUTE;
      NodeKind kind = isPseudo ? NodeKind.ROUTE : node.kind();
      draft.add(Node.of(name, node.label(), kind, node.line()));
    }
    draft.edges.replaceAll(
        edge ->
            edge.between(
                names.getOrDefault(edge.from(), edge.from()),
                names.getOrDefault(edge.to(), edge.to())));
  }
}
