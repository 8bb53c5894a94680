package dev.eddyline.notifier;

import java.net.URI;
import java.util.Map;

/**
 * A request to a target.
 *
 * @param method HTTP method
 * @param uri its address
 * @param headers its headers
 * @param body JSON; empty for none
 */
record HttpCall(String method, URI uri, Map<String, String> headers, String body) {

  HttpCall {
    headers = Map.copyOf(headers);
  }

  /** A POST of JSON without headers of its own. */
  static HttpCall post(URI uri, String body) {
    return new HttpCall("POST", uri, Map.of(), body);
  }
}
