package dev.eddyline.cli;

import dev.eddyline.policy.InvalidPolicyException;
import dev.eddyline.policy.Policy.OverrideScope;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.policy.PolicyYaml;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code eddyline policy show}: prints a policy with every key and its value. */
@Command(
    name = "show",
    description =
        "Prints a policy as YAML with every key, its value and the allowed values; with --step or"
            + " --complexity, the values that apply there.",
    mixinStandardHelpOptions = true)
final class PolicyShowCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|FILE",
      description = "preset or file; default: ${DEFAULT-VALUE}")
  private String name = "default";

  @Option(names = "--step", paramLabel = "STEP", description = "exact name of a step")
  private String step;

  @Option(names = "--complexity", paramLabel = "COMPLEXITY", description = "complexity of a task")
  private String complexity;

  @Override
  public Integer call() {
    List<PolicyDraft> sources = PolicyDraft.loadPresetFileOrFolder(name);
    if (sources.size() != 1) {
      throw new InvalidPolicyException(name, List.of("holds several policies: name one of them"));
    }
    boolean everywhere = step == null && complexity == null;
    PolicyDraft source = sources.get(0);
    Set<OverrideScope> named = PolicyYaml.overrideScopes(source);
    OverrideScope place = OverrideScope.of(step, complexity);
    warnIfNameIsUnknown("step", step, named.stream().map(OverrideScope::step));
    warnIfNameIsUnknown(
        "complexity", place.complexity(), named.stream().map(OverrideScope::complexity));
    spec.commandLine()
        .getOut()
        .print(everywhere ? PolicyYaml.renderYaml(source) : PolicyYaml.renderYaml(source, place));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  /** Warns if the policy has no override for this name, and lists the names that it has. */
  private void warnIfNameIsUnknown(String what, String requested, Stream<String> named) {
    List<String> known = named.filter(Objects::nonNull).distinct().sorted().toList();
    if (requested != null && !known.contains(requested)) {
      spec.commandLine()
          .getErr()
          .printf(
              "%s '%s' is not named in the policy, so the general values apply; named: %s%n",
              what, requested, known.isEmpty() ? "none" : String.join(", ", known))
          .flush();
    }
  }
}
