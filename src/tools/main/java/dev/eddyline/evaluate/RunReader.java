package dev.eddyline.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.replay.InputFiles;
import dev.eddyline.sessions.file.SessionCounts;
import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.file.SessionOrigin;
import dev.eddyline.sessions.format.SessionSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads runs. A line is an event, or a case: a labelled run with {@code events}. A run is the
 * events of one root task, in one file of events, or in all sessions of a folder.
 */
final class RunReader {

  private static final String ENDING = ".jsonl";

  private final Labels labels;
  private final InputProblems problems;
  private final ReplayDefaults defaults = new ReplayDefaults();
  private final EventReader reader = new EventReader(defaults);
  private final List<LabelledRun> runs = new ArrayList<>();
  private final SessionCounts sessions = new SessionCounts();

  private RunReader(Labels labels, InputProblems problems) {
    this.labels = labels;
    this.problems = problems;
  }

  /**
   * Reads the runs of these files and folders. Invalid lines are problems.
   *
   * @throws IOException when a file cannot be read
   */
  static List<LabelledRun> read(List<String> names, Labels labels, InputProblems problems)
      throws IOException {
    RunReader reader = new RunReader(labels, problems);
    Map<Path, List<Session>> sessionsByFolder = new LinkedHashMap<>();
    for (String file : InputFiles.expand(names)) {
      Optional<SessionOrigin> session = InputFiles.sessionOrigin(file);
      if (session.isPresent()) {
        sessionsByFolder
            .computeIfAbsent(session.get().folder(), first -> new ArrayList<>())
            .add(new Session(file, session.get(), countTasks(file)));
      } else {
        reader.readEventFile(file);
      }
    }
    for (List<Session> files : sessionsByFolder.values()) {
      reader.readFolder(files);
    }
    reader.sessions.lines().forEach(problems::printNote);
    return reader.runs;
  }

  private void readEventFile(String file) throws IOException {
    RunCollector collector = new RunCollector();
    InputFiles.read(file, new RunLines(eventFile(file), collector));
    runs.addAll(collector.label(labels));
  }

  private static SessionOrigin eventFile(String name) {
    Path file = Path.of(name).toAbsolutePath().normalize();
    Path parent = Optional.ofNullable(file.getParent()).orElse(file);
    return new SessionOrigin(parent, baseName(file), false);
  }

  /**
   * Reads the sessions of a folder; those of different folders may have the same task ids. A
   * session is read before its forks, so that the lines that they copied are in its run.
   */
  private void readFolder(List<Session> files) throws IOException {
    SessionFiles read = new SessionFiles();
    RunCollector collector = new RunCollector();
    files.sort(Comparator.comparingInt(Session::tasks));
    for (Session file : files) {
      InputFiles.read(file.name(), read, new RunLines(file.origin(), collector));
    }
    runs.addAll(collector.label(labels));
  }

  private static int countTasks(String session) throws IOException {
    Set<String> tasks = new HashSet<>();
    new SessionFiles()
        .read(Path.of(session), event -> tasks.add(RunCollector.rootTask(event.event())));
    return tasks.size();
  }

  /**
   * A session file as the user named it.
   *
   * @param tasks number of its root tasks: a fork has those of the session that it copied, too
   */
  private record Session(String name, SessionOrigin origin, int tasks) {}

  /** Reads the lines of a file, and counts what a session has. */
  private final class RunLines implements InputFiles.LineConsumer {

    private final SessionOrigin origin;
    private final RunCollector collector;

    RunLines(SessionOrigin origin, RunCollector collector) {
      this.origin = origin;
      this.collector = collector;
    }

    @Override
    public void acceptLine(String file, long line, String text) {
      readLine(file, line, text).forEach(event -> collector.add(origin, event));
    }

    @Override
    public void rejectRecord(String file, long line, String reason) {
      problems.report(file, line, reason);
    }

    @Override
    public void acceptSummary(String file, SessionSummary summary) {
      sessions.add(summary);
    }
  }

  /** The events of a line; a case is added to the runs. */
  private List<RecordedEvent> readLine(String file, long line, String text) {
    if (text.isBlank()) {
      return List.of();
    }
    try {
      LabelFields fields = LabelFields.parse(text);
      if (fields.json().path("events").isArray()) {
        readCase(fields, file, line);
      } else if (!fields.has("trace")) {
        // a labels file may be in the same folder
        return readEvent(text, file, line);
      }
    } catch (InvalidLabelException | InvalidEventException invalid) {
      problems.report(file, line, invalid.getMessage());
    }
    return List.of();
  }

  private List<RecordedEvent> readEvent(String text, String file, long line)
      throws InvalidEventException {
    defaults.setNextLinePosition(file, line);
    return reader.read(text).events().stream()
        .map(event -> new RecordedEvent(event, line))
        .toList();
  }

  private void readCase(LabelFields fields, String file, long line)
      throws InvalidLabelException, InvalidEventException {
    String id = fields.text("id");
    Optional<Boolean> loop =
        switch (fields.text("label")) {
          case "loop" -> Optional.of(true);
          case "none" -> Optional.of(false);
          default -> throw LabelFields.invalid("label", "must be loop or none");
        };
    List<RecordedEvent> events = new ArrayList<>();
    long number = 0;
    for (JsonNode event : fields.json().get("events")) {
      number++;
      events.addAll(readEvent(event.toString(), file + ":" + line, number));
    }
    if (events.isEmpty()) {
      throw LabelFields.invalid("events", "must have at least one event");
    }
    RunLabel label = caseLabel(fields, baseName(Path.of(file)), loop, new EventNumbers(events));
    runs.add(
        new LabelledRun(baseName(Path.of(file)), id, fields.optionalText("policy"), events, label));
  }

  private static RunLabel caseLabel(
      LabelFields fields, String set, Optional<Boolean> loop, EventNumbers events)
      throws InvalidLabelException {
    Optional<Long> onset = fields.optionalNumber("stuckFrom");
    Optional<Long> latest = fields.optionalNumber("latest");
    Optional<Long> wanted = fields.optionalNumber("wantedBy").or(() -> onset);
    List<LoopSpan> spans = new ArrayList<>();
    if (onset.isPresent() || latest.isPresent()) {
      long end = Math.min(latest.orElse(events.lastLine()), events.lastLine());
      spans.add(
          LineSpan.checked("latest", onset.orElse(1L), end).resolve("stuckFrom or latest", events));
    }
    OptionalInt wantedEvent =
        wanted.isEmpty()
            ? OptionalInt.empty()
            : OptionalInt.of(events.require("wantedBy", wanted.get(), events.first(wanted.get())));
    Optional<String> gate = fields.optionalText("gate");
    return new RunLabel(
        set,
        loop,
        Optional.empty(),
        Optional.empty(),
        spans,
        wantedEvent,
        gate.isEmpty() ? Optional.empty() : Optional.of(GateLabel.parse("gate", gate.get())));
  }

  private static String baseName(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }
}
