package dev.eddyline.text;

import dev.eddyline.yaml.Expression;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is volatile in texts: the shipped classes (times, addresses, ids, temporary paths) and those
 * that a policy adds, so that equal failures and results can be recognized. Counts, exit and status
 * codes, expected and actual values stay. Masking is idempotent.
 */
public final class Masking {

  private final Optional<PolicyMaskingClasses> policyClasses;

  private Masking(Optional<PolicyMaskingClasses> own) {
    this.policyClasses = own;
  }

  /** Masking with the shipped classes. */
  public static Masking shipped() {
    return new Masking(Optional.empty());
  }

  /** Names that a policy's classes must not use. */
  public static List<String> reservedClassNames() {
    return Arrays.stream(PartKind.values())
        .filter(kind -> kind != PartKind.FIXED)
        .map(PartKind::title)
        .toList();
  }

  /**
   * Adds a policy's classes. They come before the shipped ones, but after parts that must stay.
   *
   * @param own expressions by the name of their class
   */
  public Masking withPolicyClasses(Map<String, Expression> own) {
    return own.isEmpty() ? this : new Masking(Optional.of(new PolicyMaskingClasses(own)));
  }

  /** The same text, or one in which the parts of a policy's classes are masked already. */
  public Text of(Text text) {
    return policyClasses.map(own -> own.masked(text)).orElse(text);
  }

  /** The text with volatile parts masked, except lines and columns. */
  public String mask(String text) {
    return of(Text.of(text)).masked();
  }

  /** The text with its volatile parts, lines and columns masked. */
  public String maskWithLines(String text) {
    return of(Text.of(text)).maskedWithLines();
  }

  /** The text masked like {@link #maskWithLines}, its quoted and trailing names masked too. */
  public String template(String text) {
    return of(Text.of(text)).template();
  }
}
