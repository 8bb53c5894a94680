package dev.eddyline.serve;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.eddyline.access.Role;
import dev.eddyline.access.TokenList;
import dev.eddyline.access.TokenReader;
import dev.eddyline.cli.ExitCode;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline token}: creates a token for the console and the API. */
@Command(
    name = "token",
    description =
        "Creates a token of 256 random bits. Prints it once, and the entry for the file of"
            + " http.tokens, which has only its hash. No file is changed. To rotate a token, add"
            + " the new entry under the same name and remove the old one later.",
    mixinStandardHelpOptions = true)
final class TokenCommand implements Callable<Integer> {

  /** Prefix by which secret scanners find a token. */
  private static final String TOKEN_PREFIX = "eddyline_";

  private static final int BYTES = 32;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "name of the owner, for logs and people")
  private String name;

  @Option(
      names = "--roles",
      split = ",",
      required = true,
      paramLabel = "ROLE",
      description =
          "its roles, comma-separated: ingest or orchestrate, and view, for programs; view, decide,"
              + " admin for people")
  private List<String> roles;

  @Option(
      names = "--workflow",
      paramLabel = "W",
      description = "workflow whose tasks it may write, see and decide; can be repeated")
  private List<String> workflows = List.of();

  @Option(
      names = "--task-prefix",
      paramLabel = "P",
      description = "prefix of the ids of tasks that it may write, see and decide")
  private String taskPrefix;

  @Option(names = "--quota", paramLabel = "N", description = "maximum requests per minute")
  private Integer quota;

  @Override
  public Integer call() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    String token = TOKEN_PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    String entry = entry(TokenList.sha256(token));
    TokenReader.read("token", "tokens:\n" + entry);
    PrintWriter out = spec.commandLine().getOut();
    out.println("token, shown only now:");
    out.println(token);
    out.println();
    out.println("entry for the file of http.tokens, below \"tokens:\":");
    out.print(entry);
    out.flush();
    return ExitCode.OK;
  }

  /** The entry, with its roles last: without them it is invalid, so a cut entry grants nothing. */
  private String entry(String sha256) {
    StringBuilder entry = new StringBuilder("  - name: " + quoted(name) + "\n");
    line(entry, "sha256", quoted(sha256));
    if (!workflows.isEmpty()) {
      String all = workflows.stream().map(TokenCommand::quoted).collect(Collectors.joining(", "));
      line(entry, "workflows", "[" + all + "]");
    }
    if (taskPrefix != null) {
      line(entry, "taskPrefix", quoted(taskPrefix));
    }
    if (quota != null) {
      line(entry, "quota", quota.toString());
    }
    line(entry, "roles", "[" + String.join(", ", normalizeRoleNames(roles)) + "]");
    return entry.toString();
  }

  private List<String> normalizeRoleNames(List<String> names) {
    try {
      return Role.named(names).stream().map(Role::word).toList();
    } catch (IllegalArgumentException unknown) {
      throw new ParameterException(spec.commandLine(), "--roles: " + unknown.getMessage());
    }
  }

  private static void line(StringBuilder entry, String key, String value) {
    entry.append("    ").append(key).append(": ").append(value).append('\n');
  }

  /** The text in double quotes, with JSON escapes, which YAML also accepts. */
  private static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }
}
