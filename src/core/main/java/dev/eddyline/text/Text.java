package dev.eddyline.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A text, read once. Its tokens lie side by side, and each has a tag: a letter for a word or
 * number, a space or line feed for whitespace, else the character itself. Fingerprints and masked
 * forms are computed from the tokens on first use. Not thread-safe.
 */
public final class Text {

  /** Characters that are read; the rest is compared as it is. */
  public static final int MAX_CHARS = 131_072;

  /** Approximate characters of a token. */
  private static final int CHARS_PER_TOKEN = 2;

  private final String source;
  private final char[] chars;
  private final Parts parts = new Parts();

  /** Start of each token, and behind them the end of the last. */
  private int[] starts;

  private char[] tags;
  private int count;

  /** A bit for each tag that a token has. */
  private long letters;

  private @Nullable TokenHashes hashes;

  private Text(String source) {
    this.source = source;
    int length = Math.min(source.length(), MAX_CHARS);
    chars = new char[length + 1];
    source.getChars(0, length, chars, 0);
    chars[length] = TextLexer.END;
    starts = new int[length / CHARS_PER_TOKEN + 2];
    tags = new char[starts.length];
    read(new TextLexer(chars, parts, source.contains("==") || source.contains("!=")), length);
  }

  /** Reads a text; escape sequences of terminals are left out. */
  public static Text of(String text) {
    return new Text(AnsiEscapes.removeAnsiEscapes(Objects.requireNonNull(text, "text")));
  }

  private void read(TextLexer lexer, int length) {
    try {
      int tag = lexer.nextTag();
      while (lexer.start() < length) {
        if (count + 1 == starts.length) {
          starts = Arrays.copyOf(starts, 2 * starts.length);
          tags = Arrays.copyOf(tags, starts.length);
        }
        starts[count] = lexer.start();
        tags[count++] = (char) tag;
        letters |= tag >= 'A' ? 1L << tag : 0; // a shift counts modulo 64
        tag = lexer.nextTag();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the lexer reads from memory
    }
    starts[count] = length;
  }

  /** The text without escape sequences. */
  public String source() {
    return source;
  }

  /** Its characters, followed by others. */
  char[] chars() {
    return chars;
  }

  /** The tags of its tokens, in order. */
  String tags() {
    return new String(tags, 0, count);
  }

  /** Number of its tokens. */
  int count() {
    return count;
  }

  /** Whether a token has one of these letters as its tag. */
  boolean hasAny(String some) {
    return some.chars().anyMatch(tag -> (letters & 1L << tag) != 0);
  }

  /** The tag of a token. */
  char tag(int token) {
    return tags[token];
  }

  /** Index of a token's first character. */
  int start(int token) {
    return starts[token];
  }

  /** Index behind a token's last character. */
  int end(int token) {
    return starts[token + 1];
  }

  /** Its parts, in order. */
  List<Parts.Part> parts() {
    return parts.all();
  }

  /** What lies behind the characters that are read. */
  String rest() {
    return source.length() <= MAX_CHARS ? "" : source.substring(MAX_CHARS);
  }

  /** The hashes of its tokens, if they were needed before; else null. */
  @Nullable TokenHashes knownHashes() {
    return hashes;
  }

  /** The hashes of its tokens. */
  TokenHashes hashes() {
    hashes = hashes == null ? new TokenHashes(this) : hashes;
    return hashes;
  }

  /**
   * Whether it has a part of a kind.
   *
   * @param kind not {@link PartKind#NAME}, which only templates have
   */
  public boolean has(PartKind kind) {
    return parts.all().stream().anyMatch(part -> part.kind() == kind);
  }

  /**
   * A hash of what {@link #masked} shows; never 0. A mask that the text itself has is not taken for
   * a masked part.
   */
  public long maskedHash() {
    return hashes().masked(false);
  }

  /** A hash of {@link #maskedWithLines}; never 0. */
  public long maskedWithLinesHash() {
    return hashes().masked(true);
  }

  /** The text in the form in which it is compared: volatile parts masked, no needless spaces. */
  public String masked() {
    return MaskedForm.of(this, false);
  }

  /** The same with lines and columns masked. */
  public String maskedWithLines() {
    return MaskedForm.of(this, true);
  }

  /**
   * The same with names masked too: quoted text, and the last word of the text behind a colon.
   * Texts that differ in names only have one template.
   */
  public String template() {
    return QuotedNames.masked(maskedWithLines());
  }

  /** The same with its lines and columns as they are. */
  public String templateWithLines() {
    return QuotedNames.masked(masked());
  }
}
