package dev.eddyline.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.SharedData;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Events of files, read as a replay reads them. */
final class ReadEvents {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ReplayDefaults defaults = new ReplayDefaults();
  private final EventReader reader = new EventReader(defaults);
  private final List<AgentEvent> events = new ArrayList<>();

  private ReadEvents() {}

  /** The files of events in a folder, by name. */
  static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(it -> it.toString().endsWith(".jsonl")).sorted().toList();
    }
  }

  /** The files of the recorded runs of the shared data, one a run. */
  static List<Path> recordedRuns() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> sets = Files.list(SharedData.path("traces"))) {
      for (Path set : sets.filter(Files::isDirectory).sorted().toList()) {
        files.addAll(filesIn(set));
      }
    }
    return files;
  }

  /** The events of files with an event on each line. */
  static List<AgentEvent> ofFiles(List<Path> files) throws IOException, InvalidEventException {
    ReadEvents read = new ReadEvents();
    for (Path file : files) {
      long line = 0;
      for (String text : Files.readAllLines(file)) {
        read.add(file, ++line, text);
      }
    }
    return read.events;
  }

  /**
   * The events of a file with a case on each line, whose events are in its field {@code events}.
   */
  static List<AgentEvent> ofCases(Path file) throws IOException, InvalidEventException {
    ReadEvents read = new ReadEvents();
    long line = 0;
    for (String text : Files.readAllLines(file)) {
      for (JsonNode event : JSON.readTree(text).get("events")) {
        read.add(file, ++line, event.toString());
      }
    }
    return read.events;
  }

  private void add(Path file, long line, String text) throws InvalidEventException {
    defaults.setNextLinePosition(file.toString(), line);
    events.addAll(reader.read(text).events());
  }
}
