package dev.eddyline.signing;

import dev.eddyline.signing.SigningKeys.Purpose;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Links on which a person decides one gate without signing in, until a time. Everybody with the
 * link may decide. Safe for use by many threads.
 */
public final class DecisionLinks {

  private final SigningKeys keys;

  /** Signs with these keys. */
  public DecisionLinks(SigningKeys keys) {
    this.keys = keys;
  }

  /**
   * A link's content.
   *
   * @param gateId the gate
   * @param target the notifier's target to which it was sent
   * @param until when it expires, epoch seconds
   */
  public record Link(String gateId, String target, long until) {

    private String[] parts() {
      return new String[] {gateId, target, Long.toString(until)};
    }
  }

  /** The query of a link's address. */
  public String query(Link link) {
    return "gate=%s&target=%s&until=%d&signature=%s"
        .formatted(
            encode(link.gateId()),
            encode(link.target()),
            link.until(),
            keys.sign(Purpose.DECISION_LINK, link.parts()));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Whether one of the keys signed this link. */
  public boolean isSigned(Link link, String signature) {
    return keys.isSigned(Purpose.DECISION_LINK, signature, link.parts());
  }

  /** Whether a link can no longer be used. */
  public static boolean isExpired(Link link, Instant now) {
    return now.getEpochSecond() >= link.until();
  }
}
