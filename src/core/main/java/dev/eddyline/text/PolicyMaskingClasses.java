package dev.eddyline.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.eddyline.yaml.Expression;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Classes of volatile parts that a policy adds to the shipped ones.
 *
 * <p>A text is masked by the policy's classes and then by the shipped ones, again and again until
 * nothing changes: a new mask may begin or end what another expression finds. This makes masking
 * idempotent.
 */
final class PolicyMaskingClasses {

  /**
   * Maximum characters scanned by the expressions for one text. Finding one match is linear,
   * finding all may be quadratic.
   */
  private static final long MAX_SCANNED_CHARS = 4_000_000;

  private final List<String> names;
  private final int[] groups;
  private final Pattern any;
  private final java.util.regex.Pattern masks;

  /**
   * Creates the classes.
   *
   * @param own expressions by class name, at least one
   */
  PolicyMaskingClasses(Map<String, Expression> own) {
    names = List.copyOf(own.keySet());
    groups = new int[names.size()];
    List<String> alternatives = new ArrayList<>();
    int group = 1;
    for (Expression expression : own.values()) {
      String source = expression.source();
      groups[alternatives.size()] = group;
      alternatives.add("(" + source + ")");
      group += 1 + Pattern.compile(source).groupCount();
    }
    any = Pattern.compile(String.join("|", alternatives));
    List<String> all = new ArrayList<>(Masking.reservedClassNames());
    all.addAll(names);
    masks = java.util.regex.Pattern.compile("<(?:" + String.join("|", all) + ")>");
  }

  /** The text with the parts of all classes masked. */
  Text masked(Text unmasked) {
    Text text = unmasked;
    long scanned = 0;
    while (scanned <= MAX_SCANNED_CHARS) {
      String before = text.source();
      scanned += before.length() + 1;
      text = Text.of(ownMasked(text));
      text = Text.of(text.masked());
      if (text.source().equals(before)) {
        return text;
      }
    }
    return text;
  }

  /** The text with the policy's classes masked outside of masks and parts that must stay. */
  private String ownMasked(Text text) {
    String source = text.source();
    BitSet fixed = fixed(text);
    StringBuilder masked = new StringBuilder(source.length());
    int at = 0;
    while (at < source.length()) {
      int end = fixed.get(at) ? fixed.nextClearBit(at) : fixed.nextSetBit(at);
      end = end < 0 ? source.length() : end;
      if (fixed.get(at)) {
        masked.append(source, at, end);
      } else {
        append(source.substring(at, end), masked);
      }
      at = end;
    }
    return masked.toString();
  }

  /** The characters of masks and of parts that must stay. */
  private BitSet fixed(Text text) {
    BitSet fixed = new BitSet();
    masks.matcher(text.source()).results().forEach(mask -> fixed.set(mask.start(), mask.end()));
    for (Parts.Part part : text.parts()) {
      if (part.kind() == PartKind.FIXED) {
        fixed.set(part.start(), part.end());
      }
    }
    return fixed;
  }

  private void append(String stretch, StringBuilder masked) {
    Matcher match = any.matcher(stretch);
    int from = 0;
    while (match.find()) {
      if (match.end() > match.start()) {
        masked.append(stretch, from, match.start()).append('<').append(name(match)).append('>');
        from = match.end();
      }
    }
    masked.append(stretch, from, stretch.length());
  }

  private String name(Matcher match) {
    int found = 0;
    while (match.start(groups[found]) < 0) {
      found++;
    }
    return names.get(found);
  }
}
