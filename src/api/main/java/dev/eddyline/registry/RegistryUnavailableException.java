package dev.eddyline.registry;

/**
 * Thrown when waiting for the registry ends without a response: it was closed, the thread was
 * interrupted or the time was up. It is independent of the record at hand, which must be neither
 * skipped nor dead-lettered.
 */
public final class RegistryUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with what ended the wait and what was wrong with the registry. */
  public RegistryUnavailableException(String message) {
    super(message);
  }
}
