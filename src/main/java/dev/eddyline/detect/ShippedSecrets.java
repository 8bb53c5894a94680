package dev.eddyline.detect;

import java.util.List;

/** The built-in secrets in command lines, headers, URLs and JSON, and e-mail addresses. */
final class ShippedSecrets {

  /** Words that describe a secret without disclosing it. */
  private static final String STATES =
      "(?:not|missing|required|invalid|incorrect|wrong|expired|empty|null|undefined)(?![\\w-])";

  /** A quote, also one within a JSON string. */
  private static final String QUOTE = "(?:\\\\{0,3}[\"'])";

  /** A number of tokens, which is not a secret; behind the word token. */
  private static final String COUNT = "s" + QUOTE + "?\\s*[:=]+\\s*[\\d.]+(?![\\w.-])";

  /** A quoted text, up to the closing quote or the end of the scanned part. */
  private static final String QUOTED =
      "\"(?:[^\"\\\\]|\\\\.)*+\"?|'(?:[^'\\\\]|\\\\.)*+'?"
          + "|(?<escape>\\\\{1,3})[\"'](?:(?!(?<!\\\\)\\k<escape>[\"']).)*+(?:\\k<escape>[\"'])?";

  private static final String[] KEYS = {
    "sk-", "sk_", "pk-", "pk_", "rk-", "rk_", "gho", "ghp", "ghr", "ghs", "ghu", "_pat", "glpat",
    "xox", "akia", "asia"
  };

  /** Every name of a secret contains one of these. */
  private static final String[] NAMES = {"passw", "pwd", "secret", "key", "token", "credential"};

  /** Keys, tokens, passwords, private keys and e-mail addresses. */
  static final List<Secret> ALL =
      List.of(
          Secret.of(
              "-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(-----END [A-Z ]*-----|\\z)",
              "private key-----"),
          Secret.of(
              "(?i)(?<![a-z0-9])authorization"
                  + (QUOTE + "?\\s*[:=]\\s*" + QUOTE + "?(?:[a-z][a-z0-9-]*\\s+)?[^\\s\"',]+"),
              "authorization"),
          Secret.of(
              "(?i)(?<![a-z0-9])(?:bearer|basic)\\s+(?!authentication(?!\\w))[a-z0-9._~+/=-]{8,}",
              "bearer",
              "basic"),
          Secret.named(
              "(?is)(?<![a-z0-9_-])(?=[a-z0-9_-]*(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?key|token(?!"
                  + COUNT
                  + ")|credential))"
                  + ("[a-z0-9_-]++" + QUOTE + "?(?:\\s*[:=]+>?\\s*|\\s+is\\s+(?!" + STATES + "))")
                  + ("(?:" + QUOTED + "|[^\\s,;&]+)"),
              NAMES),
          Secret.named(
              "(?is)(?<![a-z0-9_-])--?(?=[a-z0-9_-]*(?:password|passwd|pwd|secret|key|token|credential))"
                  + ("[a-z0-9_-]++(?:\\s+|" + QUOTE + "\\s*,\\s*)(?:" + QUOTED + "|\\S+)"),
              NAMES),
          Secret.named(
              "(?i)(?<![a-z0-9_-])x-(?=[a-z0-9-]*(?:key|token|secret))[a-z0-9-]++\\s+\\S+", "x-"),
          Secret.of("(?i)(?<![a-z0-9])cookie" + QUOTE + "?\\s*[:=]\\s*[^\\r\\n]+", "cookie"),
          Secret.of(
              "(?i)[?&](?:x-amz-)?(?:sig|signature|code|key|auth)=[^&\\s\"']+",
              "sig=",
              "signature=",
              "code=",
              "key=",
              "auth="),
          Secret.of(
              "(?<![A-Za-z0-9_])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]*)?",
              "eyj"),
          Secret.of(
              "(?<![A-Za-z0-9])(?:(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abprs])[-_]|AKIA|ASIA)[-_A-Za-z0-9]{12,}",
              KEYS),
          Secret.of("://[^/\\s:@]*:[^/\\s\"']+@", "@"),
          Secret.of(
              "[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){1,8}", "@"));

  private ShippedSecrets() {}
}
