package dev.eddyline.text;

/** The hashes of a text's tokens, from which those of the text and of its words are made. */
final class TokenHashes {

  /** Offset basis and prime of FNV-1a. */
  private static final int BASIS = 0x811c9dc5;

  private static final int PRIME = 0x01000193;

  private static final long LONG_PRIME = 0x100000001b3L;

  private final Text text;

  /** The hash of each token, regardless of case. */
  private final int[] plain;

  /** Another hash of each token. */
  private final int[] exact;

  /** Hashes the tokens of a text. */
  TokenHashes(Text text) {
    this.text = text;
    plain = new int[text.count()];
    exact = new int[text.count()];
    char[] chars = text.chars();
    int at = 0;
    for (int token = 0; token < plain.length; token++) {
      int end = text.end(token);
      int hash = BASIS;
      int other = 0;
      while (at < end) {
        char next = chars[at++];
        hash = (hash ^ lower(next)) * PRIME;
        other = 31 * other + next;
      }
      plain[token] = hash;
      exact[token] = other;
    }
  }

  /** A character in lower case. */
  static char lower(char next) {
    if (next < 128) {
      return next >= 'A' && next <= 'Z' ? (char) (next + 'a' - 'A') : next;
    }
    return Character.toLowerCase(next);
  }

  /** The hash of a word that is one token, regardless of case. */
  int word(int token) {
    return mixed(plain[token]);
  }

  /** The hash of the word between two indices of a text, regardless of case and apostrophes. */
  static int word(char[] chars, int start, int end) {
    int hash = BASIS;
    for (int at = start; at < end; at++) {
      char next = chars[at];
      if (next != '\'' && next != '’') {
        hash = (hash ^ lower(next)) * PRIME;
      }
    }
    return mixed(hash);
  }

  /**
   * The hash of the text's masked form.
   *
   * @param lines whether lines and columns are volatile
   */
  long masked(boolean lines) {
    Fold fold = new Fold();
    new Stretches(text, lines).each(fold::tokens, kind -> fold.add(kind.maskHash()));
    return fold.hash(text.rest());
  }

  /** Folds tokens and masks into one hash; whitespace counts between others only. */
  private final class Fold {

    private long hash;
    private boolean space;

    void tokens(int from, int to) {
      for (int token = from; token < to; token++) {
        if (Tags.isSpace(text.tag(token))) {
          space = hash != 0;
        } else {
          add((long) plain[token] << Integer.SIZE | exact[token] & 0xffff_ffffL);
        }
      }
    }

    void add(long token) {
      hash = (hash ^ (space ? ~token : token)) * LONG_PRIME;
      hash ^= hash >>> Integer.SIZE;
      space = false;
    }

    long hash(String rest) {
      if (!rest.isEmpty()) {
        add(Hash.of(rest));
      }
      long mixed = mixed(hash);
      return mixed == 0 ? 1 : mixed;
    }
  }

  /** The finalizer of MurmurHash3, which makes each bit depend on all. */
  static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }

  /** The same of 32 bits. */
  private static int mixed(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x85ebca6b;
    mixed = (mixed ^ mixed >>> 13) * 0xc2b2ae35;
    return mixed ^ mixed >>> 16;
  }
}
