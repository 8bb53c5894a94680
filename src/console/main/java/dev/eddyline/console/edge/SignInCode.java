package dev.eddyline.console.edge;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.TokenList;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one-time code with which a person signs in to a console without tokens. Only who starts
 * Eddyline reads it. Each use makes a new one. Thread-safe.
 */
public final class SignInCode {

  /** Digits and letters that are not mistaken for each other. */
  private static final String ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

  private static final int GROUPS = 3;
  private static final int GROUP_LENGTH = 4;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The token of the sessions; nobody knows its text. */
  private final NamedToken token =
      new NamedToken("sign-in code", TokenList.sha256(random()), Grant.OPERATOR, 0);

  private String code = random();
  private Consumer<String> announcement = code -> {};

  private static String random() {
    StringBuilder text = new StringBuilder();
    for (int group = 0; group < GROUPS; group++) {
      text.append(group == 0 ? "" : "-");
      for (int i = 0; i < GROUP_LENGTH; i++) {
        text.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
      }
    }
    return text.toString();
  }

  /** Announces the code now, and each later one. */
  public synchronized void announceTo(Consumer<String> receiver) {
    announcement = receiver;
    receiver.accept(code);
  }

  /** The token of the sessions that codes begin. */
  NamedToken token() {
    return token;
  }

  /** The session's token for the right code, which is then used up. */
  synchronized Optional<NamedToken> redeem(String given) {
    byte[] expected = code.getBytes(StandardCharsets.UTF_8);
    byte[] actual = given.strip().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(expected, actual)) {
      return Optional.empty();
    }
    code = random();
    announcement.accept(code);
    return Optional.of(token);
  }
}
