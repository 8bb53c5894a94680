package dev.eddyline.fuzz;

import dev.eddyline.policy.InvalidPolicyException;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.policy.PolicyYaml;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Policies: parts of the shipped ones with every key written out, some lines and then some
 * characters changed.
 */
final class PolicyTarget implements FuzzTarget<String> {

  private static final int LARGE = 900_000;
  private static final int LONGEST_MESSAGE = 64_000;

  private static final List<String> OVERRIDES =
      List.of(
          "steps:\n  test:\n    step_iteration_exceeded: {max: 5}\n    actions: {default: abort}\n",
          "complexity:\n  high:\n    task_attempts: {maxAttempts: 5}\n",
          "mutes:\n  - {tool: poll, reason: it waits, until: 2027-01-01T00:00:00Z}\n",
          "masking:\n  classes: {order id: 'ORD-\\d+', other: '(?:a|b)+[^x]{2,9}\\pL'}\n",
          "evidence:\n  secrets: ['ACME-[0-9]{6}', '\\Qx\\E\\x{10FFFF}']\n");

  /** Values of the wrong kind for one key or another. */
  static final List<String> ODD =
      List.of(
          "",
          "null",
          "~",
          "true",
          "no",
          "0",
          "-1",
          "1.5",
          "1e400",
          ".inf",
          ".nan",
          "0x",
          "1_000",
          "9999999999",
          "9".repeat(400),
          "''",
          "text",
          "30s",
          "-5m",
          "9999999h",
          "P1D",
          "[]",
          "{}",
          "[1, 2]",
          "[null]",
          "[[x]]",
          "{a: 1}",
          "{1: {2: 3}}",
          "{? [x] : y}",
          "*a",
          "&a 5",
          "!!int x",
          "!!float 1",
          "!!binary AA==",
          "!x y",
          "|\n",
          "'(a+)+'",
          "'\\'",
          "'(?P<n>x)'",
          "'['",
          "'a{1000}{1000}'",
          "2027-01-01",
          "\"\\uD800\"",
          "\"\\0\"",
          "[".repeat(60),
          "[".repeat(1_200) + "]".repeat(1_200),
          "<<",
          "abort",
          "x".repeat(2_000));

  private final List<String> parts;

  /** Changes of the shipped policies. */
  PolicyTarget() {
    Set<String> distinct = new LinkedHashSet<>(OVERRIDES);
    for (String preset : Policies.PRESETS) {
      String page = PolicyYaml.renderYaml(PolicyDraft.loadPresetFileOrFolder(preset).get(0));
      for (String part : page.replaceAll("(?m) +#.*$", "").split("\n(?=[a-zA-Z])")) {
        distinct.add(part.strip() + "\n");
      }
    }
    distinct.removeIf(part -> part.startsWith("name:") || part.startsWith("workflow:"));
    parts = List.copyOf(distinct);
  }

  /** Each line that has a key with each value of the wrong kind, in a policy of that part. */
  List<String> everyKeyWithOddValues() {
    List<String> policies = new ArrayList<>();
    for (String part : parts) {
      String[] lines = part.split("\n");
      for (int line = 0; line < lines.length; line++) {
        int colon = lines[line].indexOf(':');
        for (String odd : colon < 0 ? List.<String>of() : ODD) {
          String[] changed = lines.clone();
          changed[line] = lines[line].substring(0, colon + 1) + " " + odd;
          policies.add("name: x\n" + String.join("\n", changed) + "\n");
        }
      }
    }
    return policies;
  }

  @Override
  public String draw(RandomGenerator random) {
    StringBuilder policy = new StringBuilder("name: fuzzed\n");
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      policy.append(changed(RandomDraws.oneOf(random, parts), random));
    }
    String text = policy.toString();
    for (int left = random.nextInt(3); left > 0; left--) {
      text = CharacterMutations.changed(text, CharacterMutations.OF_YAML, random);
    }
    return RandomDraws.oneIn(random, 5_000) ? text + large(random) : text;
  }

  private static String changed(String part, RandomGenerator random) {
    if (RandomDraws.oneIn(random, 3)) {
      return part;
    }
    List<String> lines = new ArrayList<>(Arrays.asList(part.split("\n")));
    int at = random.nextInt(lines.size());
    String line = lines.get(at);
    switch (random.nextInt(6)) {
      case 0 -> lines.remove(at);
      case 1 -> lines.add(at, line);
      case 2 -> lines.set(at, " ".repeat(random.nextInt(4)) + line);
      case 3 -> lines.set(at, "\t" + line.strip());
      default -> {
        int colon = line.indexOf(':');
        lines.set(at, line.substring(0, colon + 1) + " " + RandomDraws.oneOf(random, ODD));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String large(RandomGenerator random) {
    StringBuilder large = new StringBuilder("\n");
    switch (random.nextInt(6)) {
      case 0 -> large.append("x: ").append("[".repeat(LARGE));
      case 1 -> large.append("x: ").append("y".repeat(LARGE)).append('\n');
      case 2 -> {
        for (int i = 0; large.length() < LARGE; i++) {
          large.append('k').append(i).append(": 1\n");
        }
      }
      case 3 -> {
        for (int i = 0; large.length() < LARGE; i++) {
          large.append(" ".repeat(i)).append("k:\n");
        }
      }
      case 4 -> large.append("mode: ").append("live".repeat(LARGE / 4)).append('\n');
      default -> large.append("mutes: [").append("1,".repeat(LARGE / 2)).append("1]\n");
    }
    return large.toString();
  }

  @Override
  public int size(String input) {
    return input.length();
  }

  /** SnakeYAML's reader copies a long scalar once for every 1,025 characters that it grows by. */
  @Override
  public long maxAllocatedBytes(long size) {
    return FuzzTarget.super.maxAllocatedBytes(size) + size * size / 200;
  }

  @Override
  public boolean acceptsInput(String input) {
    try {
      Policy policy = PolicyReader.read("fuzzed", input);
      if (policy.name().isBlank()) {
        throw new AssertionError("a policy without a name");
      }
      return true;
    } catch (InvalidPolicyException documented) {
      if (documented.getMessage().length() > LONGEST_MESSAGE) {
        throw new AssertionError(
            "a message of %,d characters".formatted(documented.getMessage().length()));
      }
      return false;
    }
  }

  @Override
  public String describeInput(String input) {
    return CharacterMutations.shown(input);
  }
}
