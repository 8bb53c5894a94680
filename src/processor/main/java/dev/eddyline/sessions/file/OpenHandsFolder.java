package dev.eddyline.sessions.file;

import dev.eddyline.sessions.format.InvalidRecordException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder with the events of a conversation of OpenHands, in the order of their numbers. */
final class OpenHandsFolder {

  private static final Pattern EVENT = Pattern.compile("event-(\\d{1,18})-.*\\.json");

  /** Earlier versions named events by their number, in a folder of this name. */
  private static final Pattern NUMBER = Pattern.compile("(\\d{1,18})\\.json");

  private static final String FOLDER = "events";
  private static final String FILES = "*.json";

  private OpenHandsFolder() {}

  /** Whether a file is an event, by its name. */
  static boolean isEvent(Path file) {
    return name(file).isPresent();
  }

  private static Optional<Matcher> name(Path file) {
    String name = file.getFileName().toString();
    boolean isFormer = SessionPlaces.ancestorName(file.toAbsolutePath(), 1).equals(FOLDER);
    return Stream.of(EVENT.matcher(name), NUMBER.matcher(name))
        .filter(Matcher::matches)
        .filter(match -> isFormer || match.pattern() == EVENT)
        .findFirst();
  }

  /** Whether a folder has events. */
  static boolean hasEvents(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, FILES)) {
      for (Path file : files) {
        if (isEvent(file)) {
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
        if (isEvent(file)) {
          found.add(file);
        }
      }
    }
    found.sort(Comparator.comparingLong(OpenHandsFolder::number).thenComparing(Path::compareTo));
    return found;
  }

  private static long number(Path file) {
    return name(file).map(match -> Long.parseLong(match.group(1))).orElse(0L);
  }
}
