package dev.eddyline.detect.redaction;

import java.util.List;
import java.util.stream.Stream;

/** The built-in secrets: by name, option, known beginning, check digit or place; and e-mails. */
final class ShippedSecrets {

  /** A quote, also one within a JSON string. */
  static final String QUOTE = "(?:\\\\{0,3}[\"'])";

  /** A space, also one written as an escaped character. */
  static final String SPACE = "(?:\\s|\\\\{1,3}[nrt])";

  /** A quoted text, up to the closing quote or the end of the scanned part. */
  static final String QUOTED =
      "\"(?:[^\"\\\\]|\\\\.)*+\"?|'(?:[^'\\\\]|\\\\.)*+'?"
          + "|(?<escape>\\\\{1,3})[\"'](?:(?!(?<!\\\\)\\k<escape>[\"']).)*+(?:\\k<escape>[\"'])?";

  /** A word of a command line, up to a space, a separator or the quote around the command. */
  static final String BARE = "(?:[^\\s\"'\\\\;|&]|\\\\[^\\s\"']|[\"'](?![\\s,;:}\\])\\\\]|\\z))++";

  private static final List<Secret> HEADERS =
      List.of(
          Secret.of(
              "(?i)(?<![a-z0-9])authorization"
                  + (QUOTE + "?\\s*[:=]\\s*" + QUOTE + "?(?:[a-z][a-z0-9-]*\\s+)?[^\\s\"',]+"),
              "authorization"),
          Secret.of(
              "(?i)(?<![a-z0-9])(?:bearer|basic)\\s+(?!authentication(?!\\w))[a-z0-9._~+/=-]{8,}",
              "bearer",
              "basic"),
          Secret.named(
              "(?i)(?<![a-z0-9_-])x-(?=[a-z0-9-]*(?:key|token|secret))[a-z0-9-]++\\s+\\S+", "x-"),
          Secret.of("(?i)(?<![a-z0-9])cookie" + QUOTE + "?\\s*[:=]\\s*[^\\r\\n]+", "cookie"));

  private static final List<Secret> ADDRESSES =
      List.of(
          Secret.of(
              "(?i)[?&](?:x-amz-)?(?:sig|signature|code|key|auth)=[^&\\s\"']+",
              "sig=",
              "signature=",
              "code=",
              "key=",
              "auth="),
          Secret.of("://[^/\\s:@]*:[^/\\s\"']+@", "@"),
          Secret.of("(?<context>://)[^/\\s:@\"'<>]{20,}+@", "@"),
          // percent-encoded, also twice
          Secret.of(
              "(?i)(?<context>%(?:25)?3a%(?:25)?2f%(?:25)?2f)(?:(?!%(?:25)?(?:2f|3a|40))[^\\s\"'&]){0,200}"
                  + "(?:%(?:25)?3a|:)(?:(?!%(?:25)?(?:2f|40))[^\\s\"'&/@]){1,500}(?:%(?:25)?40|@)",
              "%3a%2f%2f", "%253a%252f%252f"),
          Secret.of(
              "(?i)(?<context>://)(?:(?!%3a|%40)[^\\s\"'&/:@]){0,200}%3a[^\\s\"'/@]{1,500}@",
              "%3a"),
          Secret.of("(?<context>thin:)[^/\\s@\"']{1,100}/[^\\s@\"']{1,200}@", "thin:"),
          Secret.of(":[^\\s@\"'/:]{1,200}@(?:tcp|unix)\\(", "@tcp(", "@unix("));

  /** Keys, tokens, passwords, private keys, bank accounts, cards and e-mail addresses. */
  static final List<Secret> ALL =
      Stream.of(
              List.of(
                  Secret.of(
                      "-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(-----END [A-Z ]*-----|\\z)",
                      "private key-----")),
              HEADERS,
              NamedSecrets.ALL,
              CommandSecrets.ALL,
              ADDRESSES,
              ServiceTokens.ALL,
              CheckedNumbers.ALL,
              List.of(
                  Secret.of(
                      "[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){1,8}",
                      "@")))
          .flatMap(List::stream)
          .toList();

  private ShippedSecrets() {}
}
