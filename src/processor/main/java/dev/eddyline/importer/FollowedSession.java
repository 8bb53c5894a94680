package dev.eddyline.importer;

import java.io.Closeable;
import java.io.IOException;

/** A session that is followed. */
interface FollowedSession extends Closeable {

  /**
   * Reads what is new, in parts.
   *
   * @return whether more may follow at once
   */
  boolean readNext(ImportQueue queue) throws IOException;

  /** Records in the state that the target has accepted what was read. */
  void commit();
}
