package dev.eddyline.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import dev.eddyline.security.AclFile.AclRule;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** deploy/create-acls.sh, with a fake kafka-acls.sh that prints its arguments. */
@DisabledOnOs(WINDOWS)
class AclScriptTest {

  private static final String OPTIONS = "--bootstrap-server kafka:9093 --user eddy";

  @TempDir private Path folder;

  private record ScriptResult(int code, List<String> lines) {}

  private ScriptResult run(String acls, String list, String options) throws Exception {
    Path program = Files.writeString(folder.resolve("kafka-acls.sh"), "#!/bin/sh\n" + acls + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    ProcessBuilder script =
        new ProcessBuilder(
            Stream.concat(
                    Stream.of("sh", "deploy/create-acls.sh", list), Stream.of(options.split(" ")))
                .toList());
    script.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    script.environment().remove("KAFKA_ACLS");
    Process process = script.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new ScriptResult(process.waitFor(), text.lines().toList());
  }

  private static Stream<Arguments> lists() {
    return Stream.of(
        Arguments.of("deploy/acls.txt", AclFile.rights()),
        Arguments.of("deploy/acls-evaluator.txt", AclFile.evaluator()),
        Arguments.of("deploy/acls-forget.txt", AclFile.forget()),
        Arguments.of("deploy/acls-gateway.txt", AclFile.gateway()),
        Arguments.of("deploy/acls-notifier.txt", AclFile.notifier()));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void eachLineIsOneCall(String list, List<AclRule> rules) throws Exception {
    // Given: standard input of a call is not the list
    String program = "cat; echo \"$@\"";
    Path config = Files.createFile(folder.resolve("admin.properties"));

    // When
    ScriptResult result =
        run(program, list, OPTIONS + " --prefix p- --id app --command-config " + config);

    // Then
    String begin =
        "--bootstrap-server kafka:9093 --command-config %s --add --allow-principal User:eddy "
            .formatted(config);
    assertThat(result.code()).isZero();
    assertThat(result.lines())
        .allMatch(call -> call.startsWith(begin))
        .flatExtracting(call -> rights(call.substring(begin.length())))
        .containsExactlyElementsOf(rules.stream().map(AclScriptTest::right).toList());
  }

  /** A right of each operation of a call. */
  private static List<String> rights(String call) {
    String[] parts = call.split(" --operation ");
    return Stream.of(parts).skip(1).map(it -> parts[0] + " " + it).toList();
  }

  private static String right(AclRule rule) {
    return "--%s %s --resource-pattern-type %s %s"
        .formatted(
            rule.type().name().toLowerCase(Locale.ROOT).replace('_', '-'),
            rule.resource("p-", "app"),
            rule.pattern().name().toLowerCase(Locale.ROOT),
            operation(rule));
  }

  /** As the list writes it, such as DescribeConfigs. */
  private static String operation(AclRule rule) {
    return Stream.of(rule.operation().name().split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .reduce("", String::concat);
  }

  @Test
  void aFailedCallEndsTheScriptAndNamesItsLine() throws Exception {
    // When
    ScriptResult result = run("echo refused; exit 1", "deploy/acls-notifier.txt", OPTIONS);

    // Then
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.lines()).hasSize(2).first().isEqualTo("refused");
    assertThat(result.lines().get(1)).contains("deploy/acls-notifier.txt:3: ");
  }

  @Test
  void aDryRunMakesNoCall() throws Exception {
    // When
    ScriptResult result = run("exit 1", "deploy/acls-notifier.txt", OPTIONS + " --dry-run");

    // Then
    assertThat(result.code()).isZero();
    assertThat(result.lines()).hasSize(3).allMatch(line -> line.startsWith("kafka-acls.sh --"));
  }

  @Test
  void aWrongListOrOptionIsRefusedBeforeAnyCall() throws Exception {
    // Given
    String wrong = Files.writeString(folder.resolve("list"), "topics literal x Read\n").toString();
    String calls = "touch " + folder.resolve("called");

    // When
    List<ScriptResult> results =
        List.of(
            run(calls, wrong, OPTIONS),
            run(calls, "absent.txt", OPTIONS),
            run(calls, "deploy/acls.txt", "--user eddy"),
            run(calls, "deploy/acls.txt", OPTIONS + " --prefix a/b"),
            run(calls, "deploy/acls.txt", OPTIONS + " --command-config absent.properties"));

    // Then
    assertThat(results).extracting(ScriptResult::code).containsOnly(2);
    assertThat(folder.resolve("called")).doesNotExist();
  }
}
