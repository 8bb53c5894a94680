package dev.eddyline.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.eddyline.keys.DeclaredKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The differences between a policy and a preset. */
public final class PolicyDiff {

  /**
   * A key that differs.
   *
   * @param path section and key, separated by a dot
   * @param was the preset's value
   * @param is the policy's value
   */
  public record ChangedKey(String path, JsonNode was, JsonNode is) {}

  /** Keys that identify a policy and do not change its behaviour. */
  private static final Set<String> IDENTITY =
      Set.of(PolicyReader.NAME, "workflow", ExtendedPolicy.KEY);

  private PolicyDiff() {}

  /**
   * The keys in which a policy differs from the preset that it extends, otherwise from the one of
   * its name or from default.
   *
   * @param workflow workflow that it was published for; empty if it is from a file
   * @throws InvalidPolicyException if the text is not a valid policy
   */
  public static List<ChangedKey> computeChangedKeys(
      PolicyDraft written, Optional<String> workflow) {
    PolicyReader.ParsedPolicy read =
        PolicyReader.parsePolicy(written.originName(), written.text(), workflow);
    String extended =
        PolicyText.parse(written.originName(), written.text()).path(ExtendedPolicy.KEY).asText();
    String preset =
        Stream.of(extended, read.policy().name())
            .filter(Policies.PRESETS::contains)
            .findFirst()
            .orElse(PolicyReader.DEFAULT_WORKFLOW);
    Map<String, JsonNode> is = values(read);
    Map<String, JsonNode> was = values(PolicyDraft.preset(preset).parsePolicy());
    List<ChangedKey> changes = new ArrayList<>();
    Set<String> paths = new TreeSet<>(is.keySet());
    paths.addAll(was.keySet());
    for (String path : paths) {
      JsonNode before = was.getOrDefault(path, NullNode.getInstance());
      JsonNode now = is.getOrDefault(path, NullNode.getInstance());
      if (!before.equals(now)) {
        changes.add(new ChangedKey(path, before, now));
      }
    }
    return changes;
  }

  private static Map<String, JsonNode> values(PolicyReader.ParsedPolicy read) {
    Map<String, JsonNode> values = new TreeMap<>();
    for (DeclaredKey key : read.root().declaredKeys()) {
      if (key instanceof DeclaredKey.ValueKey value && !IDENTITY.contains(value.key())) {
        values.put(value.key(), value.value());
      } else if (key instanceof DeclaredKey.SectionKey inner) {
        var section = read.ownRules().sections().getOrDefault(inner.key(), inner.section());
        for (DeclaredKey.ValueKey value : Ruleset.declaredValueKeys(section)) {
          values.put(inner.key() + "." + value.key(), value.value());
        }
      }
    }
    return values;
  }
}
