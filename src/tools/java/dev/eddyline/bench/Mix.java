package dev.eddyline.bench;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What events of real agents are like, in numbers only.
 *
 * @param runs how long runs are and who takes part
 * @param words what texts are made of
 * @param kinds each type's part, by its name in JSON; their shares add up to 1
 */
record Mix(Runs runs, Words words, Map<String, Part> kinds) {

  /** Means of equally many texts, shortest first: so many of them describe how long texts are. */
  static final int SIZES = 20;

  private static final String SHIPPED = "/bench/mix.yaml";
  private static final double ROUNDING = 0.01;

  /**
   * How long runs are and who takes part.
   *
   * @param number runs that were measured
   * @param medianEvents events of the run in the middle
   * @param meanEventBytes mean length of an event in JSON form, in bytes
   * @param agents different agents of the run in the middle, at least 1
   * @param tools different tools of the run in the middle, at least 1
   */
  record Runs(int number, int medianEvents, int meanEventBytes, int agents, int tools) {
    Runs {
      if (agents < 1 || tools < 1) {
        throw new IllegalArgumentException(
            "agents and tools must be ≥ 1, were %d and %d".formatted(agents, tools));
      }
    }
  }

  /**
   * What texts are made of.
   *
   * @param characters mean length of a word, more than 0
   * @param withDigits share of words with a digit in them: what masking looks at
   * @param perLine mean number of words in a line, more than 0
   */
  record Words(double characters, double withDigits, double perLine) {
    Words {
      requireShare("withDigits", withDigits);
      if (!(characters > 0) || !(perLine > 0)) {
        throw new IllegalArgumentException("characters and perLine must be > 0");
      }
    }
  }

  /**
   * One type's part.
   *
   * @param share how many of all events are of it
   * @param again how many of them say what one of the task's last 20 of the type said
   * @param onward how many of those that come after two that do go on so: repetitions come in rows
   * @param last how many of those repeat the newest of the type
   * @param fails how many of them tell of an error
   * @param sameResult how many calls that come again have the result that they had before
   * @param characters mean lengths of equally many texts, shortest first; {@link #SIZES} of them
   */
  record Part(
      double share,
      double again,
      double onward,
      double last,
      double fails,
      double sameResult,
      List<Integer> characters) {
    Part {
      requireShare("share", share);
      requireShare("again", again);
      requireShare("onward", onward);
      requireShare("last", last);
      requireShare("fails", fails);
      requireShare("sameResult", sameResult);
      characters = List.copyOf(characters);
      if (characters.size() != SIZES) {
        throw new IllegalArgumentException(
            "characters must be %d numbers, were %d".formatted(SIZES, characters.size()));
      }
    }
  }

  Mix {
    kinds = Map.copyOf(kinds);
    for (Kind kind : Kind.values()) {
      if (!kinds.containsKey(kind.type())) {
        throw new IllegalArgumentException("kinds: no " + kind.type());
      }
    }
    double sum = kinds.values().stream().mapToDouble(Part::share).sum();
    if (kinds.size() != Kind.values().length || Math.abs(sum - 1) > ROUNDING) {
      throw new IllegalArgumentException(
          "kinds: shares of the %d known types must add up to 1, were %s, together %.3f"
              .formatted(Kind.values().length, new TreeMap<>(kinds).keySet(), sum));
    }
  }

  /** The mix that was measured from recorded runs of real agents. */
  static Mix shipped() {
    try (InputStream yaml = Mix.class.getResourceAsStream(SHIPPED)) {
      return new YAMLMapper().readValue(yaml, Mix.class);
    } catch (IOException wrong) {
      throw new IllegalStateException("the jar's own " + SHIPPED + " cannot be read", wrong);
    }
  }

  /** A type's part. */
  Part part(Kind kind) {
    return kinds.get(kind.type());
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1, was " + share);
    }
  }
}
