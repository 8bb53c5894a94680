package dev.eddyline.detect;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.eddyline.yaml.Expression;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Classes of volatile parts that a policy adds to the built-in ones.
 *
 * <p>Each piece of text between two masks is processed as a separate text, and again when a new
 * mask splits it. This makes masking idempotent.
 */
final class PolicyMaskingClasses {

  /**
   * Maximum characters scanned by the expressions for one text, counted again after each match.
   * Finding one match is linear, finding all may be quadratic.
   */
  private static final long MAX_SCANNED_CHARS = 4_000_000;

  private final List<String> names;
  private final int[] groups;
  private final Pattern any;
  private final boolean dependsOnPosition;
  private final java.util.regex.Pattern masks;

  /**
   * Creates the classes.
   *
   * @param own expressions by class name, at least one
   * @param shipped names of the other masks
   */
  PolicyMaskingClasses(Map<String, Expression> own, Collection<String> shipped) {
    names = List.copyOf(own.keySet());
    List<Expression> expressions = List.copyOf(own.values());
    groups = new int[names.size()];
    StringBuilder alternatives = new StringBuilder();
    int group = 1;
    for (int i = 0; i < groups.length; i++) {
      Expression expression = expressions.get(i);
      alternatives.append(i == 0 ? "(" : "|(").append(expression.source()).append(')');
      groups[i] = group;
      group += 1 + Pattern.compile(expression.source()).groupCount();
    }
    any = Pattern.compile(alternatives.toString());
    dependsOnPosition = own.values().stream().anyMatch(Expression::dependsOnPosition);
    List<String> all = new ArrayList<>(shipped);
    all.addAll(names);
    masks = java.util.regex.Pattern.compile("<(?:" + String.join("|", all) + ")>");
  }

  /**
   * Masks the policy's and the built-in volatile parts of a text.
   *
   * @param shipped finds the built-in classes in a piece of the text, and parts that must stay
   * @param protectedParts finds only parts that must stay
   */
  String mask(
      String text,
      Function<String, PartFinder> shipped,
      Function<String, PartFinder> protectedParts) {
    MaskingPass pass = new MaskingPass(shipped, protectedParts);
    java.util.regex.Matcher mask = masks.matcher(text);
    int from = 0;
    while (mask.find()) {
      pass.maskText(text.substring(from, mask.start()));
      pass.masked.append(mask.group());
      from = mask.end();
    }
    pass.maskText(text.substring(from));
    return pass.masked.toString();
  }

  /** The next processing stage of a piece. */
  private enum MaskingStage {
    OWN,
    SHIPPED,
    DONE
  }

  /**
   * A piece of the text.
   *
   * @param firstProtectedIndex index of the first part that must stay, unless a new one begins at
   *     index 0; negative if unknown
   */
  private record Piece(String text, MaskingStage stage, int firstProtectedIndex) {}

  private record MatchedPart(int start, int end, String name, int firstProtectedIndex) {}

  /** The masking of one text. */
  private final class MaskingPass {

    private final StringBuilder masked = new StringBuilder();
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private final Function<String, PartFinder> shipped;
    private final Function<String, PartFinder> protectedPartFinder;
    private long scannedCharCount;

    MaskingPass(Function<String, PartFinder> shipped, Function<String, PartFinder> protectedParts) {
      this.shipped = shipped;
      this.protectedPartFinder = protectedParts;
    }

    void maskText(String stretch) {
      pieces.push(new Piece(stretch, MaskingStage.OWN, -1));
      while (!pieces.isEmpty()) {
        Piece piece = pieces.pop();
        switch (piece.stage()) {
          case OWN -> maskPolicyClasses(piece);
          case SHIPPED -> maskShippedClasses(piece.text());
          default -> masked.append(piece.text());
        }
      }
    }

    private void maskPolicyClasses(Piece piece) {
      MatchedPart found = scannedCharCount > MAX_SCANNED_CHARS ? null : first(piece);
      if (found == null) {
        pieces.push(new Piece(piece.text(), MaskingStage.SHIPPED, -1));
        return;
      }
      String rest = piece.text().substring(found.end());
      pieces.push(new Piece(rest, MaskingStage.OWN, found.firstProtectedIndex() - found.end()));
      pieces.push(new Piece("<" + found.name() + ">", MaskingStage.DONE, -1));
      MaskingStage nextStage = dependsOnPosition ? MaskingStage.OWN : MaskingStage.SHIPPED;
      pieces.push(new Piece(piece.text().substring(0, found.start()), nextStage, -1));
    }

    /** The first match in a piece, outside parts that must stay; null for none. */
    private @Nullable MatchedPart first(Piece piece) {
      String text = piece.text();
      PartFinder protectedPart = protectedPartFinder.apply(text);
      boolean known = piece.firstProtectedIndex() >= 0;
      boolean hasProtected =
          known && protectedPart.isAt(0)
              || protectedPart.find(known ? piece.firstProtectedIndex() : 0);
      int from = 0;
      while (from < text.length()) {
        int to = hasProtected ? protectedPart.start() : text.length();
        scannedCharCount += to - from;
        Matcher match = any.matcher(text.substring(from, to));
        if (match.find()) {
          return new MatchedPart(from + match.start(), from + match.end(), name(match), to);
        }
        from = hasProtected ? protectedPart.end() : to;
        hasProtected = hasProtected && protectedPart.find(from);
      }
      return null;
    }

    private void maskShippedClasses(String text) {
      List<Piece> parts = new ArrayList<>();
      PartFinder found = shipped.apply(text);
      int from = 0;
      for (int at = 0; found.find(at); at = found.end()) {
        if (found.mask() != null) {
          parts.add(new Piece(text.substring(from, found.start()), MaskingStage.OWN, -1));
          parts.add(new Piece(found.mask(), MaskingStage.DONE, -1));
          from = found.end();
        }
      }
      boolean clean = parts.isEmpty();
      parts.add(new Piece(text.substring(from), clean ? MaskingStage.DONE : MaskingStage.OWN, -1));
      for (int i = parts.size() - 1; i >= 0; i--) {
        pieces.push(parts.get(i));
      }
    }
  }

  private String name(Matcher match) {
    int found = 0;
    while (match.start(groups[found]) < 0) {
      found++;
    }
    return names.get(found);
  }
}
