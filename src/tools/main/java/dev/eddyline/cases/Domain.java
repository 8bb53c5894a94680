package dev.eddyline.cases;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A field of work with its vocabulary.
 *
 * @param language language of its facts, and mostly of its messages
 * @param server name of the server of its tools
 * @param cli name of its program
 * @param ids templates of identifiers
 * @param facts templates of lines that a tool returns
 * @param tools names of tools as words, by role
 */
record Domain(
    String language,
    String server,
    String cli,
    List<String> agents,
    List<String> goals,
    List<String> ids,
    List<String> folders,
    List<String> extensions,
    List<String> nouns,
    List<String> adjectives,
    List<String> places,
    List<String> facts,
    Map<String, List<String>> tools) {

  /** All words that a renaming may replace. */
  List<String> names() {
    return Stream.of(nouns, places, folders).flatMap(List::stream).toList();
  }
}
