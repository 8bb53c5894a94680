package dev.eddyline.detect.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts made to overflow a stack or to keep a thread busy: they cost no more than others. */
class HostileTextsTest {

  /** Guards against a hang; what is right takes milliseconds. */
  private static final Duration HANG = Duration.ofSeconds(60);

  private static final int CHARS = 30_000;

  private final Masking masking = Masking.shipped();
  private final Redaction redaction = new Redaction(CHARS, Redaction.SHIPPED_SECRETS);

  static Stream<Arguments> hostile() {
    return Stream.of(
        arguments("words that may follow a kept one", "status" + " to".repeat(5_000)),
        arguments("kept words", filled("expected ")),
        arguments("a kept word and equals signs", "expected" + filled("=")),
        arguments("escape characters", filled("\u001b")),
        arguments("beginnings of colours", filled("\u001b[")),
        arguments("a colour without an end", "\u001b[" + filled("0;")),
        arguments("digits", filled("7")),
        arguments("numbers", filled("1.")),
        arguments("numbers and colons", filled("1:")),
        arguments("hex digits", filled("a1")),
        arguments("a long hash", "sha256:" + filled("a") + "g"),
        arguments("quotes", filled("\"")),
        arguments("quotes of all kinds", filled("'\"`")),
        arguments("letters and full stops", filled("a.")),
        arguments("a line number without an end", "a.ts:" + filled("1") + "x"),
        arguments("a process id without an end", "pid" + filled("-")),
        arguments("beginnings of process ids", filled("==1")),
        arguments("beginnings of paths", filled("C:\\")),
        arguments("temporary folders", "C:\\" + filled("\\Temp\\,")),
        arguments("durations without a unit", filled("1h1m")),
        arguments("beginnings of dates", filled("Mon 1 ")),
        arguments("combining marks", filled("\u0301")),
        arguments("one letter with many marks", "a" + filled("\u0301")),
        arguments("characters of two halves", filled("😀")),
        arguments("a trailing name without an end", ": " + filled("a") + "!"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void maskingTerminates(String name, String text) {
    assertThat(guarded(text, masking::mask)).isNotNull();
    assertThat(guarded(text, masking::maskWithLines)).isNotNull();
    assertThat(guarded(text, masking::template)).isNotNull();
  }

  static Stream<Arguments> hostileToRedaction() {
    return Stream.of(
        arguments("token", "token".repeat(2_000)),
        arguments("many tokens", filled("token")),
        arguments("a name without a value", "password".repeat(500) + "="),
        arguments("a name and spaces", "password" + filled(" ")),
        arguments("a value of backslashes", "token=\"" + filled("\\")),
        arguments("a value of escaped quotes", "token=\"" + filled("\\\"")),
        arguments("an escaped value without an end", "token=\\\"" + filled("a\\")),
        arguments("an escaped value of backslashes", "token=\\\"" + filled("\\")),
        arguments("a local part without an end", filled("a")),
        arguments("a local part of many parts", filled("a.") + "@"),
        arguments("beginnings of mail addresses", filled("a@")),
        arguments("a domain without an end", "a@" + filled("a.")),
        arguments("a domain of hyphens", "a@" + filled("-")),
        arguments("beginnings of private keys", filled("-----BEGIN ")),
        arguments("a private key's name", "-----BEGIN " + filled("A")),
        arguments("ends of private keys", "-----BEGIN PRIVATE KEY-----" + filled("-----END ")),
        arguments("beginnings of web tokens", filled("eyJ")),
        arguments("web tokens without a dot", filled("eyJaaaaaaaa")),
        arguments("beginnings of keys", filled("sk-")),
        arguments("beginnings of addresses", filled("://a:")),
        arguments("an address without an end", "://" + filled("a:")),
        arguments("hyphens", filled("--")),
        arguments("options", filled("--key")),
        arguments("options without a value", filled(" --key")),
        arguments("beginnings of headers", filled("x-")),
        arguments("headers without a value", filled("x-key")),
        arguments("a cookie and spaces", "cookie" + filled(" ")),
        arguments("headers in a row", filled("authorization:")),
        arguments("a scheme without an end", "authorization:" + filled("a")),
        arguments("parameters", filled("?sig")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"hostile", "hostileToRedaction"})
  void redactionTerminates(String name, String text) {
    assertThat(guarded(text, redaction::apply)).isNotNull();
  }

  private static String guarded(String text, UnaryOperator<String> work) {
    return assertTimeoutPreemptively(HANG, () -> work.apply(text));
  }

  private static String filled(String piece) {
    return piece.repeat(CHARS / piece.length());
  }
}
