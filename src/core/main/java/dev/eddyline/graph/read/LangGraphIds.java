package dev.eddyline.graph.read;

import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.NodeKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ids of nodes in LangGraph's Mermaid: signs other than letters, digits, minus and underscore
 * are a backslash and their code, such as {@code agent\3athink} for {@code agent:think}.
 */
final class LangGraphIds {

  private static final Pattern ESCAPED = Pattern.compile("[^\\w-]");

  /** A code: two digits of a sign of ASCII, or as many as a letter of most scripts has. */
  private static final Pattern CODE =
      Pattern.compile("\\\\(2[0-9a-cef]|3[a-f]|40|5[b-e]|60|7[b-e]|[0-9a-f]{4}|[0-9a-f]{2,3})");

  private LangGraphIds() {}

  /** The name that an id encodes, as far as the id alone says it. */
  static String unescape(String id) {
    return CODE.matcher(id)
        .replaceAll(
            code ->
                Matcher.quoteReplacement(Character.toString(Integer.parseInt(code.group(1), 16))));
  }

  private static String escape(String name) {
    return ESCAPED
        .matcher(name)
        .replaceAll(sign -> "\\\\" + Integer.toHexString(sign.group().codePointAt(0)));
  }

  /** Gives the nodes of a chart their names, by which runs report them. */
  static void unescapeAll(GraphBuilder draft) {
    Map<String, String> names = new HashMap<>();
    List<Node> nodes = List.copyOf(draft.nodes.values());
    draft.nodes.clear();
    for (Node node : nodes) {
      // the label decides where a code could end in several places
      boolean isLabel = escape(node.label()).equals(node.id());
      String name = isLabel ? node.label() : unescape(node.id());
      names.put(node.id(), name);
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
