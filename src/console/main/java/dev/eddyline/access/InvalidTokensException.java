package dev.eddyline.access;

import dev.eddyline.yaml.InvalidTextException;
import java.util.List;

/** A file of tokens is invalid. */
public final class InvalidTokensException extends InvalidTextException {

  private static final long serialVersionUID = 1L;

  /** Creates an exception from the file's problems; each begins with its path. */
  public InvalidTokensException(String place, List<String> problems) {
    super(place, problems);
  }
}
