package dev.eddyline.console.web;

import java.util.List;
import java.util.Optional;

/** A rejected request: its HTTP status, and what the caller can do about it. */
public final class ApiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String field;
  private final List<String> allowed;
  private Integer retryAfterSeconds;
  private List<String> eventIds;

  private ApiException(int status, String error, String field, List<String> allowed) {
    super(error, null, false, false);
    this.status = status;
    this.field = field;
    this.allowed = allowed;
  }

  /** An error that is not about a single field. */
  public static ApiException of(int status, String error) {
    return new ApiException(status, error, null, null);
  }

  /** An error of a field. */
  public static ApiException field(String field, String error) {
    return new ApiException(400, error, field, null);
  }

  /** A field whose value must be one of these. */
  static ApiException oneOf(String field, List<String> allowed) {
    String error = field + " must be one of " + String.join(", ", allowed);
    return new ApiException(400, error, field, allowed);
  }

  /** A path that has only these methods. */
  public static ApiException methodNotAllowed(List<String> allowed) {
    return new ApiException(405, "this path allows " + String.join(", ", allowed), null, allowed);
  }

  /** An error of a header. */
  public static ApiException header(int status, String header, String error) {
    return new ApiException(status, error, header, null);
  }

  /** Unavailable for now; the caller may retry after some seconds. */
  public static ApiException serviceUnavailable(String error, int retryAfterSeconds) {
    return of(503, error).withRetryAfter(retryAfterSeconds);
  }

  /** The same, with a Retry-After. */
  public ApiException withRetryAfter(int seconds) {
    retryAfterSeconds = seconds;
    return this;
  }

  /** The same, with the ids of the affected events. */
  public ApiException withEventIds(List<String> eventIds) {
    this.eventIds = List.copyOf(eventIds);
    return this;
  }

  /** Seconds until a retry makes sense. */
  public Optional<Integer> retryAfter() {
    return Optional.ofNullable(retryAfterSeconds);
  }

  /** The HTTP status of the answer. */
  public int status() {
    return status;
  }

  /** The body of the answer. */
  public ErrorJson json() {
    return new ErrorJson(getMessage(), field, allowed, eventIds, retryAfterSeconds);
  }
}
