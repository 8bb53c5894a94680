package dev.eddyline.outcome;

import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.WordBag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest contents that agents wrote.
 *
 * @param contents the contents, oldest first
 */
record Writings(List<Content> contents) {

  static final Writings NONE = new Writings(List.of());

  private static final int MAX_CONTENTS = 8;

  /** Characters of a content that are compared. */
  private static final int MAX_CHARS = 8_000;

  /** Words of a content; fewer are the operands of a call. */
  private static final int MIN_WORDS = 12;

  /** Share of common words from which a content is nearly the same. */
  private static final double SAME = 0.8;

  /** The same of a thing with a name, if its agent has done nothing else since. */
  private static final double SAME_AT_ONCE = 0.5;

  /**
   * A content.
   *
   * @param agent hash of the agent that wrote it
   * @param words its words
   * @param isNewest whether its agent has done nothing else since
   */
  record Content(int agent, WordBag words, boolean isNewest) {}

  Writings {
    contents = List.copyOf(contents);
  }

  /** The words of a call's content; null if it has none, or replaces a part of another. */
  static @Nullable WordBag content(ToolIntent intent, CallArguments arguments) {
    if (intent != ToolIntent.ACT || arguments.hasAny(OutcomeWords.SHIPPED.replaced())) {
      return null;
    }
    WordBag words = WordBag.of(Text.of(Truncation.truncate(arguments.values(), MAX_CHARS)));
    return words.count() < MIN_WORDS ? null : words;
  }

  /** Whether the call writes nearly what its agent wrote before. */
  boolean hasNearly(OpenCall call) {
    WordBag content = call.content();
    return content != null
        && contents.stream()
            .filter(it -> it.agent() == call.agent())
            .anyMatch(it -> it.words().ratio(content) >= (it.isNewest() ? SAME_AT_ONCE : SAME));
  }

  /** After a call that wrote something, or that did or brought something else. */
  Writings after(OpenCall call, boolean isWork) {
    if (call.content() == null && !isWork) {
      return this;
    }
    List<Content> all = new ArrayList<>();
    for (Content each : contents) {
      boolean isOlder = each.isNewest() && each.agent() == call.agent();
      all.add(isOlder ? new Content(each.agent(), each.words(), false) : each);
    }
    if (call.content() != null) {
      all.add(new Content(call.agent(), call.content(), true));
    }
    return new Writings(all.subList(Math.max(0, all.size() - MAX_CONTENTS), all.size()));
  }
}
