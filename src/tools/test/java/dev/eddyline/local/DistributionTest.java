package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionTest {

  @TempDir private Path folder;

  @Test
  void missingBrokerErrorNamesFolderAndCommand() {
    // Given
    Distribution empty = new Distribution(folder);

    // When // Then
    assertThatExceptionOfType(ServerStartException.class)
        .isThrownBy(empty::brokerClassPath)
        .withMessageContaining(folder.resolve("broker").toString())
        .withMessageContaining("mvn package");
  }

  @Test
  void findsRegistryOfAnyVersion() throws IOException {
    // Given
    Path jar = folder.resolve("registry/apicurio-registry-app-9.9-runner.jar");
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);

    // When
    Path found = new Distribution(folder).registryJar();

    // Then
    assertThat(found).isEqualTo(jar);
  }
}
