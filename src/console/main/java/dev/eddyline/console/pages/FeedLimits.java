package dev.eddyline.console.pages;

import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.web.ApiException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** How many feeds may be open: in all, and of those who may be one client. */
public final class FeedLimits {

  /** Maximum of open feeds. */
  static final int MAX_OPEN_FEEDS = 256;

  /** Maximum of open feeds per session, or per user or address without a session. */
  public static final int MAX_OPEN_FEEDS_PER_CALLER = 20;

  /** Maximum of open feeds per address, for callers that no proxy has signed in. */
  static final int MAX_OPEN_FEEDS_PER_ADDRESS = 60;

  /** Maximum number of open feeds of the tokens of a name, or of a user, from all addresses. */
  static final int MAX_OPEN_FEEDS_PER_NAME = 64;

  private FeedLimits() {}

  /** The oldest feed of a caller who has as many as one may have. */
  static Optional<FeedClient> findOldestIfCallerIsOverLimit(
      Collection<FeedClient> clients, Caller caller) {
    List<FeedClient> ofCaller =
        clients.stream()
            .filter(it -> it.caller().feedLimitKey().equals(caller.feedLimitKey()))
            .toList();
    if (ofCaller.size() >= MAX_OPEN_FEEDS_PER_CALLER) {
      return Optional.of(ofCaller.get(0));
    }
    return Optional.empty();
  }

  /**
   * Checks the limits that callers share.
   *
   * @throws ApiException 429 or 503 when one is reached
   */
  static void requireFreeSlot(Collection<FeedClient> clients, Caller caller) {
    if (clients.size() >= MAX_OPEN_FEEDS) {
      throw ApiException.of(503, "too many clients follow the feed: try again later");
    }
    if (clients.stream().filter(it -> areSessionsOfSameNetwork(it.caller(), caller)).count()
        >= MAX_OPEN_FEEDS_PER_ADDRESS) {
      throw ApiException.of(
          429, "too many clients of your address follow the feed: end some first");
    }
    if (clients.stream().filter(it -> it.caller().quotaKey().equals(caller.quotaKey())).count()
        >= MAX_OPEN_FEEDS_PER_NAME) {
      throw ApiException.of(
          429, "too many clients with your token follow the feed: end some first");
    }
  }

  /** Whether two callers may be the same client: a token can begin any number of sessions. */
  private static boolean areSessionsOfSameNetwork(Caller one, Caller other) {
    return one.user() == null && other.user() == null && one.network().equals(other.network());
  }
}
