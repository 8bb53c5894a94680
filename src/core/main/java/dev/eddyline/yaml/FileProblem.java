package dev.eddyline.yaml;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/** Why a file cannot be read or written, in words for error messages. */
public final class FileProblem {

  private static final String NO_SUCH_FILE = "no such file or folder";
  private static final String NO_RIGHT = "permission denied";
  private static final String FOLDER = "is a folder, must be a file";

  /** What the operating system says of a folder that is read or written as a file. */
  private static final String SYSTEM_FOLDER = "Is a directory";

  private FileProblem() {}

  /** The reason, without the path. */
  public static String reason(IOException failed) {
    if (failed instanceof AccessDeniedException) {
      return NO_RIGHT;
    }
    if (failed instanceof NoSuchFileException) {
      return NO_SUCH_FILE;
    }
    if (failed instanceof NotDirectoryException) {
      return "is a file, must be a folder";
    }
    if (failed instanceof CharacterCodingException) {
      return "is not UTF-8 text";
    }
    String reason =
        failed instanceof FileSystemException system ? system.getReason() : failed.getMessage();
    if (SYSTEM_FOLDER.equals(reason)) {
      return FOLDER;
    }
    return reason == null ? failed.getClass().getSimpleName() : reason;
  }

  /** Why no text can be read from a path; empty where it is a readable file. */
  public static Optional<String> ofInput(Path path) {
    if (Files.isDirectory(path)) {
      return Optional.of(FOLDER);
    }
    return ofInputOrFolder(path);
  }

  /** Why neither a text nor the names of files can be read from a path; empty where they can. */
  public static Optional<String> ofInputOrFolder(Path path) {
    if (Files.isReadable(path)) {
      return Optional.empty();
    }
    try {
      path.getFileSystem().provider().checkAccess(path);
      return Optional.of(NO_RIGHT);
    } catch (IOException absent) {
      // a folder on the way may be the one without the right
      return Optional.of(reason(absent));
    }
  }

  /** Why a text cannot be written to a path; empty where it can. The file need not exist. */
  public static Optional<String> ofOutput(Path path) {
    if (Files.isDirectory(path)) {
      return Optional.of(FOLDER);
    }
    Path folder = path.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      return Optional.of("its folder does not exist");
    }
    return Files.isWritable(Files.exists(path) ? path : folder)
        ? Optional.empty()
        : Optional.of(NO_RIGHT);
  }
}
