package dev.eddyline.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Token files for tests. */
public final class TokenFiles {

  private TokenFiles() {}

  /** The path of a file with this token; for roles, as in {@code ingest, view}. */
  public static String of(String token, String roles) {
    try {
      Path file = Files.createTempFile("tokens", ".yaml");
      file.toFile().deleteOnExit();
      Files.writeString(
          file,
          "tokens:\n- {name: of-a-test, sha256: %s, roles: [%s]}\n"
              .formatted(TokenList.sha256(token), roles));
      return file.toString();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
