package dev.eddyline.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.eddyline.keys.KeyType;
import dev.eddyline.keys.Section;
import dev.eddyline.yaml.YamlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads tokens from YAML. No message quotes what may be a secret. */
public final class TokenReader {

  /** Maximum of tokens in a file. */
  static final int MAX_TOKENS = 1_000;

  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_PREFIX = 200;
  private static final int MAX_WORKFLOWS_PER_TOKEN = 100;
  private static final int LONGEST_WORKFLOW = 200;

  /** Maximum of characters of all workflows, as instances send them in a header. */
  private static final int MAX_TOTAL_WORKFLOW_CHARS = 4_000;

  /** A SHA-256 digest. A refused value is not quoted, since it may be the token itself. */
  private static final KeyType<String> SHA256 =
      new KeyType<>(
          "64 hex digits",
          JsonNodeFactory.instance::objectNode,
          (written, at) -> {
            String digest = written.asText().toLowerCase(Locale.ROOT);
            return digest.matches("[0-9a-f]{64}") ? digest : at.refuse("must be 64 hex digits");
          },
          digest -> NullNode.getInstance());

  private final List<String> problems = new ArrayList<>();
  private final Map<String, String> pathBySha256 = new HashMap<>();

  private TokenReader() {}

  /**
   * The tokens that the text describes.
   *
   * @param place the source of the text, for messages
   * @throws InvalidTokensException with every problem and its path
   */
  public static List<NamedToken> read(String place, String yaml) {
    TokenReader reader = new TokenReader();
    List<NamedToken> tokens;
    try {
      tokens = reader.read(new Section("", YamlText.mapping(yaml), reader.problems));
    } catch (YamlText.InvalidYamlException invalid) {
      throw new InvalidTokensException(place, List.of("tokens: " + invalid.getMessage()));
    }
    if (!reader.problems.isEmpty()) {
      throw new InvalidTokensException(place, reader.problems);
    }
    return tokens;
  }

  /** Incomplete where there are problems. */
  private List<NamedToken> read(Section root) {
    List<NamedToken> tokens = root.mappings("tokens", null, MAX_TOKENS, this::token);
    if (tokens == null && problems.isEmpty()) {
      root.addProblem("tokens", "is required: a list, empty to revoke all tokens");
    }
    root.rejectUnknownKeys();
    return tokens;
  }

  private NamedToken token(Section entry) {
    String name = entry.requiredText("name", LONGEST_NAME);
    if (!name.isEmpty() && !name.matches("[A-Za-z0-9][A-Za-z0-9._@-]*")) {
      entry.addProblem(
          "name", "must have letters, digits and . _ @ - only, a letter or digit first");
    }
    String sha256 = entry.required("sha256", SHA256, "is required, 64 hex digits");
    String other = sha256 == null ? null : pathBySha256.putIfAbsent(sha256, entry.path());
    if (other != null) {
      entry.addProblem("sha256", "is that of " + other + " too");
    }
    Set<Role> roles = entry.someOf("roles", Set.of(), Section.all(Role.class));
    if (roles.isEmpty()) {
      entry.addProblem("roles", "must hold at least one of " + String.join(", ", Role.words()));
    }
    Role.conflict(roles).ifPresent(problem -> entry.addProblem("roles", problem));
    TaskScope scope = scope(entry);
    if (roles.contains(Role.ADMIN) && !scope.isAll()) {
      entry.addProblem(
          "roles", "admin sees all tasks: leave out workflows and taskPrefix, or admin");
    }
    int quota = entry.integer("quota", 0, 1, Section.MANY);
    entry.rejectUnknownKeys();
    return new NamedToken(name, sha256 == null ? "" : sha256, new Grant(roles, scope), quota);
  }

  private static TaskScope scope(Section entry) {
    String prefix = entry.text("taskPrefix", "");
    if (prefix.isBlank() && entry.names().contains("taskPrefix")) {
      entry.addProblem("taskPrefix", "must not be empty; leave it out for all tasks");
    }
    if (prefix.length() > LONGEST_PREFIX) {
      entry.addProblem("taskPrefix", "must have ≤ " + LONGEST_PREFIX + " characters");
    }
    Set<String> workflows =
        entry.texts("workflows", Set.of(), MAX_WORKFLOWS_PER_TOKEN, LONGEST_WORKFLOW);
    if (workflows.stream().mapToInt(String::length).sum() > MAX_TOTAL_WORKFLOW_CHARS) {
      entry.addProblem(
          "workflows", "must have ≤ " + MAX_TOTAL_WORKFLOW_CHARS + " characters together");
    }
    if (workflows.isEmpty() && entry.names().contains("workflows")) {
      entry.addProblem("workflows", "must hold at least one workflow; leave it out for all");
    }
    return new TaskScope(prefix, workflows);
  }
}
