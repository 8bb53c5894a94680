package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.eddyline.text.Section;
import java.util.ArrayList;
import java.util.List;

/** The limits of repeated_action as a policy's section tells them. */
final class ActionLimits {

  private ActionLimits() {}

  /** The rule switched on, with these keys in YAML's short form, such as {@code calls: 5}. */
  static RepeatedActionLimits of(String... keys) {
    List<String> problems = new ArrayList<>();
    RepeatedActionLimits limits = read(problems, keys);
    assertThat(problems).isEmpty();
    return limits;
  }

  /** What is wrong with these keys. */
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
      section.refuseOthers();
      return limits;
    } catch (JsonProcessingException invalid) {
      throw new IllegalArgumentException(invalid);
    }
  }
}
