package dev.eddyline.local;

/** A local server could not be started; the message names the cause and the server's log. */
public final class ServerStartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ServerStartException(String message) {
    super(message);
  }

  ServerStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
