package dev.eddyline;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import dev.eddyline.cli.Eddyline;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.MeaningBasedDetector;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Calendar;
import java.util.Date;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Dependencies point inwards, and the core is a pure function of its input. */
@AnalyzeClasses(packages = "dev.eddyline", importOptions = ArchitectureTest.Product.class)
class ArchitectureTest {

  /** The product's classes, without the tools and tests. */
  static final class Product implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar")
          && !location.contains("/test-classes/")
          && !location.contains("eddyline-tools")
          && !location.contains("/tools/target/");
    }
  }

  private static final DescribedPredicate<JavaClass> IN_CORE =
      DescribedPredicate.describe(
          "are in the module core",
          type ->
              type.getBaseComponentType()
                  .getSource()
                  .map(source -> source.getUri().toString())
                  .filter(uri -> uri.contains("/core/target/") || uri.contains("eddyline-core"))
                  .isPresent());

  /** What the core may use in addition to its own classes. */
  private static final String[] ALLOWED = {
    "dev.eddyline.avro..",
    "dev.eddyline.schema..",
    "com.hankcs..",
    "com.ibm.icu..",
    "java.io..",
    "java.lang..",
    "java.math..",
    "java.nio..",
    "java.security..",
    "java.text..",
    "java.time..",
    "java.util..",
    "javax.xml.stream..",
    "com.fasterxml.jackson..",
    "com.google.re2j..",
    "org.apache.avro..",
    "org.apache.commons.codec..",
    "org.apache.commons.text..",
    "org.apache.lucene.analysis..",
    "org.commonmark..",
    "org.jgrapht..",
    "org.jspecify..",
    "org.slf4j..",
    "org.tartarus.snowball..",
    "org.yaml.snakeyaml..",
    // arrays of primitive types
    ""
  };

  @ArchTest
  static final ArchRule theCoreUsesNoKafkaHttpMetricsOrEdges =
      classes()
          .that(IN_CORE)
          .should()
          .onlyDependOnClassesThat(IN_CORE.or(resideInAnyPackage(ALLOWED)));

  @ArchTest
  static final ArchRule detectorsUseNoGatesPoliciesOrTasks =
      noClasses()
          .that()
          .resideInAPackage("dev.eddyline.detect..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.eddyline.gate..", "dev.eddyline.policy..", "dev.eddyline.task..");

  /** The engine learns all of a detector from its declarations; types of loops it still knows. */
  @ArchTest
  static final ArchRule engineKnowsNoConcreteDetector =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.eddyline.task..",
              "dev.eddyline.engine..",
              "dev.eddyline.gate..",
              "dev.eddyline.policy..",
              "dev.eddyline.topology..",
              "dev.eddyline.metrics..")
          .should()
          .dependOnClassesThat(
              DescribedPredicate.describe(
                  "are detectors",
                  type ->
                      type.isAssignableTo(Detector.class)
                          && !type.isEquivalentTo(Detector.class)
                          && !type.isEquivalentTo(MeaningBasedDetector.class)));

  /** Method references are accesses, too. */
  private static DescribedPredicate<JavaAccess<?>> anyOf(String what, Set<String> methods) {
    return DescribedPredicate.describe(
        what,
        access -> methods.contains(access.getTargetOwner().getName() + "." + access.getName()));
  }

  @ArchTest
  static final ArchRule theCoreReadsNoClock =
      noClasses()
          .that(IN_CORE)
          .should(
              ArchConditions.accessTargetWhere(
                  anyOf(
                          "reads a clock",
                          Set.of("java.lang.System.currentTimeMillis", "java.lang.System.nanoTime"))
                      .or(
                          DescribedPredicate.describe(
                              "asks java.time for now",
                              access ->
                                  access.getName().equals("now")
                                      && access
                                          .getTargetOwner()
                                          .getPackageName()
                                          .startsWith("java.time")))))
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(InstantSource.class)
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Date.class, Calendar.class);

  @ArchTest
  static final ArchRule theCoreUsesNoRandomSource =
      noClasses()
          .that(IN_CORE)
          .should()
          .dependOnClassesThat()
          .areAssignableTo(RandomGenerator.class)
          .orShould(
              ArchConditions.accessTargetWhere(
                  anyOf(
                      "uses a random source",
                      Set.of(
                          "java.lang.Math.random",
                          "java.lang.StrictMath.random",
                          "java.util.UUID.randomUUID",
                          "java.util.Collections.shuffle"))));

  @ArchTest
  static final ArchRule packagesFormNoCycles =
      slices().matching("dev.eddyline.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule familiesOfDetectorsFormNoCycles =
      slices().matching("dev.eddyline.detect.(*)").should().beFreeOfCycles();

  /** The list of detectors uses all families. */
  @ArchTest
  static final ArchRule familiesOfDetectorsDoNotUseTheirList =
      noClasses()
          .that()
          .resideInAPackage("dev.eddyline.detect.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.eddyline.detect");

  @ArchTest
  static final ArchRule roomsOfGraphFormNoCycles =
      slices().matching("dev.eddyline.graph.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule roomsOfConsoleFormNoCycles =
      slices().matching("dev.eddyline.console.(*)..").should().beFreeOfCycles();

  /** The classes above the rooms connect them. */
  @ArchTest
  static final ArchRule roomsOfConsoleDoNotUseItsWiring =
      noClasses()
          .that()
          .resideInAPackage("dev.eddyline.console.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.eddyline.console");

  @ArchTest
  static final ArchRule roomsOfSessionsFormNoCycles =
      slices().matching("dev.eddyline.sessions.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyTheCommandLineEndsTheProcess =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(Eddyline.class.getName())
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class);

  @Test
  void theToolsFormNoCyclesAndEndNoProcess() {
    JavaClasses tools = new ClassFileImporter().importPath(Path.of("src/tools/target/classes"));
    slices().matching("dev.eddyline.(*)..").should().beFreeOfCycles().check(tools);
    slices().matching("dev.eddyline.bench.(*)..").should().beFreeOfCycles().check(tools);
    noClasses()
        .that()
        .resideInAPackage("dev.eddyline.bench.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.eddyline.bench")
        .check(tools);
    noClasses()
        .that()
        // the main class of a server in a JVM of its own
        .doNotHaveFullyQualifiedName("dev.eddyline.local.ServerMain")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(tools);
  }
}
