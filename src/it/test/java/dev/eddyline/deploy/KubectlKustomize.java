package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Renders deploy/kubernetes with kubectl. */
final class KubectlKustomize {

  /** The manifests and their kustomization. */
  static final Path FOLDER = Path.of("deploy", "kubernetes");

  /** The overlay of a Kafka cluster with TLS and SASL. */
  static final Path TLS_SASL = Path.of("deploy", "kubernetes-tls-sasl");

  private static final int LIMIT_SECONDS = 60;

  private KubectlKustomize() {}

  /** The folder as rendered; skips the test without kubectl. */
  static String render(Path folder) throws IOException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder("kubectl", "kustomize", folder.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException absent) {
      assumeThat(absent).as("kubectl is not installed: rendering was not checked").isNull();
      throw absent;
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return text;
  }

  /** Copies the folder and enables a file that its kustomization names in a comment. */
  static Path copyWith(Path copy, List<String> enabled) throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = copy.resolve(FOLDER.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    Path kustomization = copy.resolve("kustomization.yaml");
    String text = Files.readString(kustomization);
    for (String file : enabled) {
      assertThat(text).contains("# - " + file);
      text = text.replace("# - " + file, "- " + file);
    }
    Files.writeString(kustomization, text);
    return copy;
  }
}
