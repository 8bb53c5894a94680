package dev.eddyline.registry;

/**
 * Waiting for the registry was given up: it was closed, the thread interrupted or time up. Says
 * nothing about the record at hand: it must be neither skipped nor dead-lettered.
 */
public final class RegistryUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An end of waiting, with what ended it and what was wrong with the registry. */
  public RegistryUnavailableException(String message) {
    super(message);
  }
}
