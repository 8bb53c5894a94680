package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.eddyline.keys.Section;
import dev.eddyline.text.Masking;
import java.util.ArrayList;
import java.util.List;

/** Reads limits of repeated_action from a policy's section. */
final class RepeatedActionPolicy {

  private RepeatedActionPolicy() {}

  /** Limits of the enabled rule with these keys in YAML's flow style, such as {@code calls: 5}. */
  static RepeatedActionLimits of(String... keys) {
    List<String> problems = new ArrayList<>();
    RepeatedActionLimits limits = read(problems, keys);
    assertThat(problems).isEmpty();
    return limits;
  }

  /** The problems of these keys. */
  static List<String> problems(String... keys) {
    List<String> problems = new ArrayList<>();
    read(problems, keys);
    return problems;
  }

  private static RepeatedActionLimits read(List<String> problems, String... keys) {
    try {
      Section section =
          new Section(
              "repeated_action",
              new YAMLMapper().readTree("{" + String.join(", ", keys) + "}"),
              problems);
      RepeatedActionLimits limits = new RepeatedAction().limits(section, Masking.shipped());
      section.rejectUnknownKeys();
      return limits;
    } catch (JsonProcessingException invalid) {
      throw new IllegalArgumentException(invalid);
    }
  }
}
