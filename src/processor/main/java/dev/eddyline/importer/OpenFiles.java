package dev.eddyline.importer;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The followed files that changed last: they are open. Any other file is closed, and opened again
 * when it changes.
 */
final class OpenFiles {

  private static final int MAX_OPEN = 64;

  private final Set<FollowedLines> files = new LinkedHashSet<>();

  /** Adds a file that is open and has changed; closes the one that has not changed for longest. */
  void add(FollowedLines file) throws IOException {
    files.remove(file);
    files.add(file);
    if (files.size() > MAX_OPEN) {
      Iterator<FollowedLines> oldest = files.iterator();
      FollowedLines closed = oldest.next();
      oldest.remove();
      closed.close();
    }
  }
}
