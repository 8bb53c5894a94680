package dev.eddyline.graph.read;

import dev.eddyline.graph.model.ParsedValue;
import dev.eddyline.keys.KeyPath;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A path in the file of a graph, whose problems have their lines.
 *
 * @param path names and indexes; empty for the file itself
 * @param value the value of the path
 * @param draft collects the problems
 */
public record LinedPath(String path, ParsedValue value, GraphBuilder draft) implements KeyPath {

  @Override
  public LinedPath key(String key) {
    return new LinedPath(KeyPath.join(path, key), value.valueAt(key), draft);
  }

  @Override
  public LinedPath item(int index) {
    ParsedValue item = value.isList() ? value.list().get(index) : value;
    return new LinedPath(path + "[" + index + "]", item, draft);
  }

  /** The paths of the items of a list; none where the value is not one. */
  List<LinedPath> items() {
    return IntStream.range(0, value.list().size()).mapToObj(this::item).toList();
  }

  /** Whether there is no value, or null. */
  boolean isAbsent() {
    return value.value() == null;
  }

  @Override
  public void addProblem(String problem) {
    draft.addProblem(value.line(), (path.isEmpty() ? "graph" : path) + ": " + problem);
  }

  @Override
  public int problemCount() {
    return draft.problemCount();
  }
}
