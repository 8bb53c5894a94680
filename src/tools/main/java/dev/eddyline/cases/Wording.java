package dev.eddyline.cases;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Composes the texts of one run from templates. No identifier, path or fact occurs twice. */
final class Wording {

  private static final Pattern SLOT = Pattern.compile("\\{([a-z]+[0-9]?)}");

  private final Domain domain;
  private final String language;
  private final Draw draw;
  private final Set<String> used = new HashSet<>();

  Wording(Domain domain, String language, Draw draw) {
    this.domain = domain;
    this.language = language;
    this.draw = draw;
  }

  /** The template with its slots filled: from the given values, else drawn. */
  String fill(String template, Map<String, String> values) {
    return SLOT.matcher(template)
        .replaceAll(slot -> Matcher.quoteReplacement(fillSlot(slot, values)));
  }

  String fill(String template) {
    return fill(template, Map.of());
  }

  private String fillSlot(MatchResult slot, Map<String, String> values) {
    String value = values.get(slot.group(1));
    return value != null ? value : drawSlot(slot.group(1), slot.group());
  }

  private String drawSlot(String name, String unknown) {
    return switch (name) {
      case "n" -> String.valueOf(draw.between(1, 9));
      case "n0" -> String.valueOf(draw.between(100, 999));
      case "n2" -> draw.digits(2);
      case "n3" -> draw.digits(3);
      case "n4" -> draw.digits(4);
      case "f" -> String.format(Locale.ROOT, "%.2f", draw.logarithmic(0.1, 90));
      case "hex" -> draw.hex(4);
      case "uuid" -> "%s-%s-4%s".formatted(draw.hex(8), draw.hex(4), draw.hex(3));
      case "date" -> "2026-%02d-%02d".formatted(draw.between(1, 9), draw.between(1, 28));
      case "time" -> "%02d:%02d".formatted(draw.between(0, 23), draw.between(0, 59));
      case "id" -> id();
      case "path" -> path();
      case "noun" -> draw.pick(domain.nouns());
      case "adj" -> draw.pick(domain.adjectives());
      case "place" -> draw.pick(domain.places());
      case "ext" -> draw.pick(domain.extensions());
      default -> unknown;
    };
  }

  /** A template of this use in the run's language. */
  String template(String use) {
    return draw.pick(CaseTexts.phrases(use, language));
  }

  /** A text of this use in the run's language. */
  String phrase(String use) {
    return fill(template(use));
  }

  String phrase(String use, Map<String, String> values) {
    return fill(template(use), values);
  }

  /** A word or command of this use. */
  String term(String use) {
    return fill(draw.pick(CaseTexts.terms(use)));
  }

  String term(String use, Map<String, String> values) {
    return fill(draw.pick(CaseTexts.terms(use)), values);
  }

  String goal() {
    return unused(() -> fill(draw.pick(domain.goals())));
  }

  String noun() {
    return draw.pick(domain.nouns());
  }

  String id() {
    return unused(() -> fill(draw.pick(domain.ids())));
  }

  /** A path that the run has not used. */
  String path() {
    return unused(
        () ->
            draw.pick(domain.folders())
                + fill(draw.pick(List.of("/{noun}-{n2}.", "/{noun}{n3}.", "/{place}/{noun}_{n}.")))
                + draw.pick(domain.extensions()));
  }

  /** A command of the field's own program. */
  String command() {
    return fill(domain.cli() + " " + term("verb") + " " + term("flag") + " {place} {noun}-{n2}");
  }

  /** A query of a few words. */
  String query() {
    return unused(
        () ->
            fill(
                draw.pick(
                    List.of(
                        "{noun} {place}", "{adj} {noun}", "{noun} {noun} {n2}", "{noun} {id}"))));
  }

  /** A line of new content. */
  String fact() {
    return facts(1).get(0);
  }

  /** Lines of new content. */
  List<String> facts(int count) {
    List<String> facts = new ArrayList<>();
    while (facts.size() < count) {
      facts.add(unused(() -> fill(draw.pick(domain.facts()))));
    }
    return facts;
  }

  /** New content of a few lines. */
  String content(int least, int most) {
    return String.join("\n", facts(draw.between(least, most)));
  }

  /** Rows of a list, with a path each. */
  List<Map<String, String>> rows(int count) {
    List<Map<String, String>> rows = new ArrayList<>();
    while (rows.size() < count) {
      Map<String, String> row = new LinkedHashMap<>();
      row.put("id", id());
      row.put("path", path());
      row.put("label", fill("{noun} {place}"));
      row.put("amount", fill("{n3}"));
      rows.add(row);
    }
    return rows;
  }

  private String unused(Supplier<String> text) {
    String drawn = text.get();
    for (int tries = 0; !used.add(drawn); tries++) {
      drawn = tries < 50 ? text.get() : text.get() + "-" + draw.digits(3);
    }
    return drawn;
  }
}
