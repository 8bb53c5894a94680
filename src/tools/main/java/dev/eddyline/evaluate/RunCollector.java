package dev.eddyline.evaluate;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.sessions.file.SessionOrigin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects the events of files that belong together: the sessions of a folder, or one file of
 * events. The events of a root task are a run, whatever file they are in.
 */
final class RunCollector {

  private final Map<String, Map<SessionOrigin, List<RecordedEvent>>> filesByRootTask =
      new LinkedHashMap<>();

  /** Adds the next event of a file. */
  void add(SessionOrigin file, RecordedEvent event) {
    filesByRootTask
        .computeIfAbsent(rootTask(event.event()), first -> new LinkedHashMap<>())
        .computeIfAbsent(file, first -> new ArrayList<>())
        .add(event);
  }

  static String rootTask(AgentEvent event) {
    return event.getRootTaskId() == null ? event.getTaskId() : event.getRootTaskId();
  }

  /** The runs with their labels. */
  List<LabelledRun> label(Labels labels) {
    Map<SessionOrigin, Integer> taskCounts = new HashMap<>();
    filesByRootTask
        .values()
        .forEach(files -> files.keySet().forEach(file -> taskCounts.merge(file, 1, Integer::sum)));
    List<LabelledRun> runs = new ArrayList<>();
    filesByRootTask.forEach((task, files) -> runs.addAll(label(task, files, taskCounts, labels)));
    return runs;
  }

  /** A file with one root task is a run of its folder's set; several are a set of their own. */
  private static List<LabelledRun> label(
      String task,
      Map<SessionOrigin, List<RecordedEvent>> files,
      Map<SessionOrigin, Integer> taskCounts,
      Labels labels) {
    SessionOrigin own = ownFile(files);
    String folder =
        Optional.ofNullable(own.folder().getFileName()).map(Path::toString).orElse("runs");
    String base = own.isSubagent() ? task : own.name();
    boolean isSingle = own.isSubagent() || taskCounts.get(own) == 1;
    return labels.label(
        isSingle ? folder : base,
        isSingle ? base : task,
        folder + "/" + base,
        task,
        events(own, files));
  }

  private static SessionOrigin ownFile(Map<SessionOrigin, List<RecordedEvent>> files) {
    return files.keySet().stream()
        .filter(file -> !file.isSubagent())
        .findFirst()
        .orElseGet(() -> files.keySet().iterator().next());
  }

  /** The events of one file in its order, of several in the order of their times. */
  private static List<RecordedEvent> events(
      SessionOrigin own, Map<SessionOrigin, List<RecordedEvent>> files) {
    if (files.size() == 1) {
      return files.get(own);
    }
    List<RecordedEvent> events = new ArrayList<>();
    files.forEach(
        (file, all) ->
            all.forEach(
                event -> events.add(file.equals(own) ? event : event.inOtherFile(file.name()))));
    events.sort(Comparator.comparing(recorded -> recorded.event().getOccurredAt()));
    return events;
  }
}
