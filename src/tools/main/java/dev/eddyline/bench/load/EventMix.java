package dev.eddyline.bench.load;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Statistics of real agents' events, without any text.
 *
 * @param runs length of runs, and numbers of agents and tools
 * @param words statistics of the words in texts
 * @param kinds statistics of each event type by its JSON name; their shares add up to 1
 */
public record EventMix(RunStats runs, WordStats words, Map<String, EventTypeStats> kinds) {

  /** Number of size classes: each is the mean length of equally many texts, shortest first. */
  static final int SIZE_CLASS_COUNT = 20;

  private static final String MIX_RESOURCE_PATH = "/bench/mix.yaml";
  private static final double ROUNDING = 0.01;

  /**
   * Length of runs, and numbers of agents and tools.
   *
   * @param medianEvents events of the median run
   * @param agents different agents of the median run, at least 1
   * @param tools different tools of the median run, at least 1
   */
  public record RunStats(int medianEvents, int agents, int tools) {
    public RunStats {
      if (agents < 1 || tools < 1) {
        throw new IllegalArgumentException(
            "agents and tools must be ≥ 1, were %d and %d".formatted(agents, tools));
      }
    }
  }

  /**
   * Statistics of the words in texts.
   *
   * @param characters mean length of a word, more than 0
   * @param withDigits share of words with a digit, which masking inspects
   * @param perLine mean number of words in a line, more than 0
   */
  public record WordStats(double characters, double withDigits, double perLine) {
    public WordStats {
      requireShare("withDigits", withDigits);
      if (!(characters > 0) || !(perLine > 0)) {
        throw new IllegalArgumentException("characters and perLine must be > 0");
      }
    }
  }

  /**
   * Statistics of one event type.
   *
   * @param share share of this type among all events
   * @param again share of events that repeat one of the task's last 20 events of the type
   * @param onward share of repetitions among the events after two repetitions: they come in streaks
   * @param last share of repetitions that repeat the newest event of the type
   * @param fails share of results that report an error
   * @param sameResult share of repeated calls with the same result as before
   * @param characters mean lengths of equally many texts, shortest first; {@link #SIZE_CLASS_COUNT}
   *     of them
   */
  record EventTypeStats(
      double share,
      double again,
      double onward,
      double last,
      double fails,
      double sameResult,
      List<Integer> characters) {
    EventTypeStats {
      requireShare("share", share);
      requireShare("again", again);
      requireShare("onward", onward);
      requireShare("last", last);
      requireShare("fails", fails);
      requireShare("sameResult", sameResult);
      characters = List.copyOf(characters);
      if (characters.size() != SIZE_CLASS_COUNT) {
        throw new IllegalArgumentException(
            "characters must be %d numbers, were %d"
                .formatted(SIZE_CLASS_COUNT, characters.size()));
      }
    }
  }

  public EventMix {
    kinds = Map.copyOf(kinds);
    for (MixEventType type : MixEventType.values()) {
      if (!kinds.containsKey(type.jsonName())) {
        throw new IllegalArgumentException("kinds: must contain " + type.jsonName());
      }
    }
    double sum = kinds.values().stream().mapToDouble(EventTypeStats::share).sum();
    if (kinds.size() != MixEventType.values().length || Math.abs(sum - 1) > ROUNDING) {
      throw new IllegalArgumentException(
          "kinds: shares of the %d known types must add up to 1, were %s, together %.3f"
              .formatted(MixEventType.values().length, new TreeMap<>(kinds).keySet(), sum));
    }
  }

  /** The bundled mix, measured from recorded runs of real agents. */
  public static EventMix shipped() {
    try (InputStream yaml = EventMix.class.getResourceAsStream(MIX_RESOURCE_PATH)) {
      return new YAMLMapper().readValue(yaml, EventMix.class);
    } catch (IOException wrong) {
      throw new IllegalStateException(
          "the jar's own " + MIX_RESOURCE_PATH + " cannot be read", wrong);
    }
  }

  /** Statistics of a type. */
  EventTypeStats statsOf(MixEventType type) {
    return kinds.get(type.jsonName());
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1, was " + share);
    }
  }
}
