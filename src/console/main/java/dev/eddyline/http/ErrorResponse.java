package dev.eddyline.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The response to a request that is refused outside the routes, in the format of the API's errors.
 *
 * @param status the HTTP status
 * @param error what was wrong, and what is allowed
 * @param retryAfterSeconds seconds until a retry makes sense; 0 for never
 */
public record ErrorResponse(int status, String error, int retryAfterSeconds) {

  /** Rejects a request before routing: writes the response, and closes the connection after it. */
  void reject(Response response, Callback callback) {
    response.getRequest().setAttribute(HttpListener.REJECTED, true);
    write(response, callback);
  }

  /** Writes the response, and closes the connection after it. */
  void write(Response response, Callback callback) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("error", error).putNull("field").putNull("allowed");
    HttpFields.Mutable headers = response.getHeaders();
    if (retryAfterSeconds > 0) {
      json.put("retryAfterSeconds", retryAfterSeconds);
      headers.put(HttpHeader.RETRY_AFTER, retryAfterSeconds);
    }
    byte[] body = json.toString().getBytes(StandardCharsets.UTF_8);
    if (status == HttpStatus.UNAUTHORIZED_401) {
      headers.put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    response.setStatus(status);
    headers.put(HttpHeader.CONTENT_TYPE, "application/json; charset=utf-8");
    headers.put(HttpHeader.CONTENT_LENGTH, body.length);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put(HttpHeader.CACHE_CONTROL, "no-store");
    headers.put(HttpHeader.CONNECTION, "close");
    response.write(true, ByteBuffer.wrap(body), callback);
  }
}
