package dev.eddyline.replay;

import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.sessions.format.SessionSummary;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.util.List;

/** Reads events from the lines of files; lines are numbered from 1 over all files. */
final class EventLineReader {

  /**
   * The position of a line.
   *
   * @param number its number over all input
   * @param file file as the user named it
   * @param numberInFile its number in the file
   */
  record InputLine(long number, String file, long numberInFile) {

    /** The file, and the line or record in it, for people. */
    String formatPlace() {
      return Printable.escape("%s:%d".formatted(file, numberInFile));
    }

    /** A message for people about the line. */
    String formatMessage(String reason) {
      return Printable.escape("line %d (%s:%d): %s".formatted(number, file, numberInFile, reason));
    }
  }

  /** Handles the lines that are read. */
  interface LineHandler {

    /** Handles the events of a line. */
    void handleEvents(ParsedEvents read, InputLine line);

    /** Handles a line that was rejected for this reason. */
    void handleRejection(String reason, InputLine line);

    /** Handles the counts of a session of a coding agent, at its end. */
    void handleSummary(String file, SessionSummary session);
  }

  private final ReplayDefaults defaults = new ReplayDefaults();
  private final EventReader reader = new EventReader(defaults);
  private final LineHandler lineHandler;
  private long number;

  EventLineReader(LineHandler handler) {
    this.lineHandler = handler;
  }

  /** Reads all lines of the files, in their order. */
  void read(List<String> files) throws IOException {
    InputFiles.readAll(
        files,
        new InputFiles.LineConsumer() {
          @Override
          public void acceptLine(String name, long line, String text) {
            readLine(name, line, text);
          }

          @Override
          public void acceptInvalidLine(String name, long line, String text, int invalidByte) {
            rejectRecord(name, line, "is not UTF-8, see byte " + invalidByte + " of the line");
          }

          @Override
          public void rejectRecord(String name, long line, String reason) {
            lineHandler.handleRejection(reason, new InputLine(++number, name, line));
          }

          @Override
          public void acceptSummary(String name, SessionSummary session) {
            lineHandler.handleSummary(name, session);
          }
        });
  }

  private void readLine(String file, long numberInFile, String text) {
    InputLine line = new InputLine(++number, file, numberInFile);
    if (text.isBlank()) {
      return;
    }
    ParsedEvents read;
    try {
      defaults.setNextLinePosition(file, numberInFile);
      read = reader.read(text);
    } catch (InvalidEventException invalid) {
      lineHandler.handleRejection(invalid.getMessage(), line);
      return;
    }
    lineHandler.handleEvents(read, line);
  }
}
