package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;

/** What the jars of the build contain. */
class ArtifactsIT {

  private static final Path TARGET = Path.of("target");
  private static final ClientArtifact CLIENT = new ClientArtifact(TARGET);
  private static final List<String> TOOLS =
      List.of("bench", "cases", "chaos", "demo", "evaluate", "guards", "local", "tools", "verify");

  private static Set<String> packages(Path jar) throws IOException {
    return classes(jar).stream()
        .map(name -> name.split("/")[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> classes(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class"))
          .toList();
    }
  }

  @Test
  void theProductHasNoTools() throws IOException {
    Set<String> product = new TreeSet<>();
    for (String module : List.of("client", "core", "meaning", "processor", "console")) {
      product.addAll(packages(TARGET.resolve("lib").resolve("eddyline-" + module + ".jar")));
    }
    assertThat(product).contains("topology", "detect", "cli").doesNotContainAnyElementsOf(TOOLS);
    assertThat(TARGET.resolve("lib").resolve("eddyline-tools.jar")).doesNotExist();
  }

  @Test
  void theToolsAreTheirPackagesOnly() throws IOException {
    assertThat(packages(TARGET.resolve("eddyline-tools.jar")))
        .containsExactlyInAnyOrderElementsOf(TOOLS);
  }

  @Test
  void theClientHasTheRecordsOfThePublicTopics_andNoOthers() throws Exception {
    // Given
    Set<String> reachable = new TreeSet<>();
    TopicCatalogue topics = TopicCatalogue.load("");
    for (TopicRole role : TopicRole.values()) {
      TopicSpec topic = topics.topic(role);
      boolean isPublic = role != TopicRole.EDDYLINE_SIGNALS && !role.isOfMapper();
      if (isPublic && !topic.value().equals(TopicSpec.BYTES)) {
        Class<?> record = Class.forName("dev.eddyline.schema." + topic.value());
        collect(SpecificData.get().getSchema(record), reachable);
      }
    }

    // When
    Set<String> records =
        classes(CLIENT.jar()).stream()
            .filter(name -> name.startsWith("dev/eddyline/schema/"))
            .map(name -> name.replaceAll(".*/|\\.class|\\$.*", ""))
            .collect(Collectors.toCollection(TreeSet::new));

    // Then
    assertThat(records).isEqualTo(reachable);
  }

  private static void collect(Schema schema, Set<String> names) {
    switch (schema.getType()) {
      case RECORD -> {
        if (names.add(schema.getName())) {
          schema.getFields().forEach(field -> collect(field.schema(), names));
        }
      }
      case ENUM, FIXED -> names.add(schema.getName());
      case ARRAY -> collect(schema.getElementType(), names);
      case MAP -> collect(schema.getValueType(), names);
      case UNION -> schema.getTypes().forEach(type -> collect(type, names));
      default -> {
        // a primitive type has no class
      }
    }
  }

  @Test
  void theClientDependsOnAvroKafkaClientsAndTheRegistryClientOnly() throws IOException {
    // Given
    JavaClasses client = new ClassFileImporter().importJar(new JarFile(CLIENT.jar().toFile()));

    // Then
    ArchRuleDefinition.classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.eddyline.schema",
            "dev.eddyline.registry",
            "dev.eddyline.avro",
            "dev.eddyline.work",
            "java..",
            "org.apache.avro..",
            "org.apache.kafka.clients..",
            "org.apache.kafka.common..",
            "org.apache.flink.avro.registry.confluent.shaded..",
            // Avro and kafka-clients bring these
            "com.fasterxml.jackson..",
            "org.slf4j..",
            "")
        .check(client);
  }
}
