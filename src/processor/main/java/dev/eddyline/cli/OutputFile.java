package dev.eddyline.cli;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a command writes in addition to its output.
 *
 * @param option the option that names it
 * @param path where it is written
 */
public record OutputFile(String option, Path path) {

  /**
   * Checks, before the command does its work, that the file can be written.
   *
   * @throws InvalidSettingException with the option, the path and the reason
   */
  public void requireWritable() {
    FileProblem.ofOutput(path)
        .ifPresent(
            reason -> {
              throw failed(reason);
            });
  }

  /**
   * Writes the file.
   *
   * @throws InvalidSettingException with the option, the path and the reason
   */
  public void write(String text) {
    try {
      Files.writeString(path, text);
    } catch (IOException unwritten) {
      throw failed(FileProblem.reason(unwritten));
    }
  }

  private InvalidSettingException failed(String reason) {
    return new InvalidSettingException(
        "%s: %s cannot be written: %s".formatted(option, path, reason));
  }
}
