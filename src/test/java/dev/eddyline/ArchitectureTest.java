package dev.eddyline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.eddyline.cli.Eddyline;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;

/** Arrows point inwards. */
@AnalyzeClasses(packages = "dev.eddyline", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String[] CORE = {
    "dev.eddyline.detect..",
    "dev.eddyline.gate..",
    "dev.eddyline.policy..",
    "dev.eddyline.task..",
    "dev.eddyline.graph.."
  };

  private static final String[] OUTSIDE = {
    "org.apache.kafka..",
    "io.confluent..",
    "org.apache.flink..",
    "io.micrometer..",
    "io.opentelemetry..",
    "io.javalin..",
    "jakarta..",
    "java.net..",
    "info.picocli..",
    "picocli..",
    "org.slf4j..",
    "dev.eddyline.topology..",
    "dev.eddyline.topics..",
    "dev.eddyline.metrics..",
    "dev.eddyline.reference..",
    "dev.eddyline.registry..",
    "dev.eddyline.replay..",
    "dev.eddyline.json..",
    "dev.eddyline.config..",
    "dev.eddyline.cli..",
    "dev.eddyline.app..",
    "dev.eddyline.demo..",
    "dev.eddyline.local..",
    "dev.eddyline.verify..",
    "dev.eddyline.chaos..",
    "dev.eddyline.console..",
    "dev.eddyline.evaluator..",
    "dev.eddyline.outputs..",
    "dev.eddyline.meaning..",
    "ai.onnxruntime.."
  };

  @ArchTest
  static final ArchRule theRulesKnowNothingOfKafkaHttpMetricsOrTheEdges =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          // tells the log of a mistake in somebody else's code
          .and()
          .doNotHaveSimpleName("OwnRule")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(OUTSIDE);

  @ArchTest
  static final ArchRule detectorsKnowNothingOfGatesPoliciesOrTasks =
      noClasses()
          .that()
          .resideInAPackage("dev.eddyline.detect..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.eddyline.gate..", "dev.eddyline.policy..", "dev.eddyline.task..");

  @ArchTest
  static final ArchRule theRulesReadNoClockAndDrawNoLots =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Random.class);

  @ArchTest
  static final ArchRule packagesFormNoCycles =
      slices().matching("dev.eddyline.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyTheCommandLineEndsTheProcess =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(Eddyline.class.getName())
          .and()
          // the main class of a server in a JVM of its own
          .doNotHaveFullyQualifiedName("dev.eddyline.local.ServerMain")
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class);
}
