package dev.eddyline.keys;

import java.util.List;

/**
 * A path in a document whose problems are listed with their paths.
 *
 * @param problems the problems of the document so far; modifiable
 * @param warnings its warnings; modifiable
 */
record DocumentPath(String path, List<String> problems, List<String> warnings) implements KeyPath {

  /** The document in messages. */
  private static final String DOCUMENT = "policy";

  @Override
  public KeyPath key(String key) {
    return new DocumentPath(KeyPath.join(path, key), problems, warnings);
  }

  @Override
  public KeyPath item(int index) {
    return new DocumentPath(path + "[" + index + "]", problems, warnings);
  }

  @Override
  public void addProblem(String problem) {
    problems.add((path.isEmpty() ? DOCUMENT : path) + ": " + problem);
  }

  @Override
  public void addWarning(String warning) {
    warnings.add(path + ": " + warning);
  }

  @Override
  public int problemCount() {
    return problems.size();
  }
}
