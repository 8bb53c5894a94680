package dev.eddyline.http;

import java.util.Optional;
import org.eclipse.jetty.server.Request;

/**
 * Refuses a request by its header, before more than {@value RequestBodyReader#FIRST_BYTES} bytes of
 * its body are stored.
 */
@FunctionalInterface
public interface HeaderCheck {

  /** Accepts every request. */
  HeaderCheck NONE = request -> Optional.empty();

  /** The answer to a refused request; empty for one whose body may be stored. */
  Optional<ErrorResponse> refuse(Request request);
}
