package dev.eddyline.keys;

import java.util.List;

/** Where a value is in its document, and where its problems go. */
public interface KeyPath {

  /** Names and indexes such as {@code mutes[0].until}; empty for the document itself. */
  String path();

  /** The path of a key. */
  KeyPath key(String key);

  /** The path of a list's entry, from 0. */
  KeyPath item(int index);

  /** Adds a problem of the value. */
  void addProblem(String problem);

  /** Adds a warning about the value, which is valid; default: none is reported. */
  default void addWarning(String warning) {}

  /** The warnings of the document so far. */
  default List<String> warnings() {
    return List.of();
  }

  /** The number of problems of the document so far. */
  int problemCount();

  /** Adds a problem of the value; returns null, for a value that is refused. */
  @SuppressWarnings("TypeParameterUnusedInFormals") // null has every type
  default <T> T refuse(String problem) {
    addProblem(problem);
    return null;
  }

  /** The path of a key below another path. */
  static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
