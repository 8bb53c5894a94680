package dev.eddyline.policy;

import dev.eddyline.text.Nearest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An immutable set of policies: one by workflow, and one for the rest.
 *
 * @param byWorkflow policies by the exact name of their workflow
 * @param otherwise the policy of all other workflows
 */
public record Policies(Map<String, Policy> byWorkflow, Policy otherwise) {

  /** Names of the policies that come with Eddyline. */
  public static final List<String> PRESETS =
      List.of(
          "default",
          "judge-worker",
          "graph",
          "failures",
          "phases",
          "autopilot",
          "conservative",
          "aggressive");

  public Policies {
    byWorkflow = Map.copyOf(byWorkflow);
    Objects.requireNonNull(otherwise, "otherwise");
  }

  /** The same policy for every workflow. */
  public static Policies always(Policy policy) {
    return new Policies(Map.of(), policy);
  }

  /** The policy of a workflow; null is no workflow. */
  public Policy of(String workflow) {
    return workflow == null ? otherwise : byWorkflow.getOrDefault(workflow, otherwise);
  }

  /**
   * A preset by its name, or the policy in a file.
   *
   * @throws InvalidPolicyException when it is neither, or wrong
   */
  public static Policy load(String nameOrFile) {
    if (PRESETS.contains(nameOrFile)) {
      return preset(nameOrFile);
    }
    Path file = Path.of(nameOrFile);
    if (!Files.isRegularFile(file)) {
      throw new InvalidPolicyException(
          nameOrFile,
          List.of(
              "is neither a file nor a preset; presets: "
                  + String.join(", ", PRESETS)
                  + Nearest.hint(nameOrFile, PRESETS)));
    }
    try {
      return PolicyReader.read(nameOrFile, Files.readString(file));
    } catch (IOException unreadable) {
      throw new InvalidPolicyException(
          nameOrFile, List.of("cannot be read as UTF-8 text: " + unreadable.getMessage()));
    }
  }

  /** A policy that comes with Eddyline. */
  public static Policy preset(String name) {
    String resource = "/policies/" + name + ".yaml";
    try (InputStream in = Policies.class.getResourceAsStream(resource)) {
      Objects.requireNonNull(in, resource);
      return PolicyReader.read(
          "preset " + name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(resource, unreadable);
    }
  }
}
