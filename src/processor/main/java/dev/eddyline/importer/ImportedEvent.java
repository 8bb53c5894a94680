package dev.eddyline.importer;

/**
 * An event of a session, with its place for messages.
 *
 * @param file session as the user named it, or as it was found in a folder
 * @param line line of its record, or place of the record in the session, from 1
 * @param json the event in its JSON form, on one line
 */
public record ImportedEvent(String file, long line, String json) {

  /** The event with what is wrong with it. */
  Refusal refuse(String reason) {
    return new Refusal(this, reason);
  }

  /**
   * An event that its target can never accept.
   *
   * @param reason what is wrong, without text of the event
   */
  public record Refusal(ImportedEvent event, String reason) {}
}
