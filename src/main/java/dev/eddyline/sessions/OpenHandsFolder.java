package dev.eddyline.sessions;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folder with the events of a conversation of OpenHands, in the order of their numbers. */
final class OpenHandsFolder {

  private static final Pattern EVENT = Pattern.compile("event-(\\d{1,18})-.*\\.json");
  private static final String FILES = "event-*.json";

  private OpenHandsFolder() {}

  /** Whether a file's name is that of an event. */
  static boolean isEventName(String name) {
    return EVENT.matcher(name).matches();
  }

  /** Whether a folder has events. */
  static boolean hasEvents(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, FILES)) {
      for (Path file : files) {
        if (isEventName(file.getFileName().toString())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Reads all events. */
  static void read(Path folder, SessionRun run) throws IOException {
    long position = 0;
    for (Path file : files(folder)) {
      position++;
      try {
        run.readRecord(position, RecordJson.parseFile(file));
      } catch (InvalidRecordException invalid) {
        run.reject(position, file.getFileName() + " " + invalid.getMessage());
      }
    }
    run.flush();
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, FILES)) {
      for (Path file : files) {
        if (isEventName(file.getFileName().toString())) {
          found.add(file);
        }
      }
    }
    found.sort(Comparator.comparingLong(OpenHandsFolder::number).thenComparing(Path::compareTo));
    return found;
  }

  private static long number(Path file) {
    Matcher name = EVENT.matcher(file.getFileName().toString());
    return name.matches() ? Long.parseLong(name.group(1)) : 0;
  }
}
