package dev.eddyline.access;

import dev.eddyline.text.InvalidTextException;
import java.util.List;

/** A file of tokens that cannot be taken. */
public final class InvalidTokensException extends InvalidTextException {

  private static final long serialVersionUID = 1L;

  /** What is wrong with the file; each problem begins with its path. */
  public InvalidTokensException(String place, List<String> problems) {
    super(place, problems);
  }
}
