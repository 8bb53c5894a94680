package dev.eddyline.replay;

import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.text.Printable;
import java.io.IOException;
import java.util.List;

/** Reads events from the lines of files; lines are numbered from 1 over all files. */
final class EventLines {

  /**
   * The position of a line.
   *
   * @param number its number over all input
   * @param file file as the user named it
   * @param numberInFile its number in the file
   */
  record Line(long number, String file, long numberInFile) {

    /** A message for people about the line. */
    String told(String reason) {
      return Printable.escape("line %d (%s:%d): %s".formatted(number, file, numberInFile, reason));
    }
  }

  /** Handles the lines that are read. */
  interface Taker {

    /** Handles the events of a line. */
    void take(ParsedEvents read, Line line);

    /** Handles a line that was rejected for this reason. */
    void refuse(String reason, Line line);
  }

  private final ReplayDefaults defaults = new ReplayDefaults();
  private final EventReader reader = new EventReader(defaults);
  private final Taker taker;
  private long number;

  EventLines(Taker taker) {
    this.taker = taker;
  }

  /** Reads all lines of the files, in their order. */
  void read(List<String> files) throws IOException {
    for (String file : files) {
      InputFiles.read(file, this::take);
    }
  }

  private void take(String file, long numberInFile, String text) {
    Line line = new Line(++number, file, numberInFile);
    if (text.isBlank()) {
      return;
    }
    ParsedEvents read;
    try {
      defaults.setPosition(file, numberInFile);
      read = reader.read(text);
    } catch (InvalidEventException invalid) {
      taker.refuse(invalid.getMessage(), line);
      return;
    }
    taker.take(read, line);
  }
}
