package dev.eddyline.text;

import java.util.function.Consumer;

/** The tokens of a text outside its volatile parts, and these, in order. */
final class Stretches {

  /** Receives tokens between two indices. */
  @FunctionalInterface
  interface TokenRange {
    /** Receives the tokens from an index up to another, at least one. */
    void accept(int from, int to);
  }

  private final Text text;
  private final boolean lines;

  /**
   * The stretches of a text.
   *
   * @param lines whether lines and columns are volatile
   */
  Stretches(Text text, boolean lines) {
    this.text = text;
    this.lines = lines;
  }

  /** Shows tokens and volatile parts in order. */
  void each(TokenRange tokens, Consumer<PartKind> volatileParts) {
    int from = 0;
    for (Parts.Part part : text.parts()) {
      if (!isVolatile(part.kind())) {
        continue;
      }
      if (part.start() < text.start(from)) {
        from = tokenAt(part.end(), from); // it begins in a line, whose mask is that of both
      } else {
        int first = tokenAt(part.start(), from);
        show(from, first, tokens);
        volatileParts.accept(part.kind());
        from = tokenAt(part.end(), first);
      }
    }
    show(from, text.count(), tokens);
  }

  private boolean isVolatile(PartKind kind) {
    return kind != PartKind.FIXED && (lines || kind != PartKind.LINE);
  }

  /** The first token at or behind an index of the text. */
  private int tokenAt(int index, int from) {
    int token = from;
    while (token < text.count() && text.start(token) < index) {
      token++;
    }
    return token;
  }

  private static void show(int from, int to, TokenRange tokens) {
    if (from < to) {
      tokens.accept(from, to);
    }
  }
}
