package dev.eddyline;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each test belongs to the fast lane or to one group, and the scripts and pages know all groups.
 */
class TestTagsTest {

  /** Annotations of test methods: of JUnit, parameterized tests, jqwik. */
  private static final Set<String> TEST_ANNOTATIONS =
      Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "Property", "Example");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|");

  private static final JavaClasses CLASSES = testClasses();

  private static JavaClasses testClasses() {
    try {
      return new ClassFileImporter().importPaths(Modules.folders("target/test-classes"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Test
  void aTestHasAtMostOneTagAndItIsKnown() {
    // Given
    Set<String> known = new HashSet<>(TestTags.CI_RUN);
    known.add(TestTags.TRIES);
    known.addAll(TestTags.GROUPS);

    // When
    List<String> wrong = new ArrayList<>();
    for (JavaClass type : CLASSES) {
      for (JavaMethod method : type.getMethods()) {
        Set<String> tags = tags(method);
        if (isTest(method) && (tags.size() > 1 || !known.containsAll(tags))) {
          wrong.add(method.getFullName() + " has the tags " + tags);
        }
      }
    }

    // Then
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyGroupHasTests() {
    Set<String> used =
        CLASSES.stream()
            .flatMap(type -> type.getMethods().stream())
            .filter(TestTagsTest::isTest)
            .flatMap(method -> tags(method).stream())
            .collect(Collectors.toSet());

    assertThat(used).containsAll(TestTags.GROUPS);
  }

  @Test
  void scriptAndContributingHaveAllGroups() throws IOException {
    // Given
    Set<String> groups = new TreeSet<>(TestTags.GROUPS);
    groups.add("java25"); // the fast lane on another Java

    // When
    Matcher listed =
        Pattern.compile("(?s)all_groups=\\(([^)]*)\\)")
            .matcher(Files.readString(Path.of(".ci", "full")));
    Set<String> rows =
        ROW.matcher(section("CONTRIBUTING.md", "### Groups"))
            .results()
            .map(row -> row.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    // Then
    assertThat(listed.find()).isTrue();
    assertThat(listed.group(1).trim().split("\\s+")).containsExactlyInAnyOrderElementsOf(groups);
    assertThat(rows).isEqualTo(groups);
  }

  @Test
  void buildAndScriptRunEachTag() throws IOException {
    // When
    String pom = Files.readString(Path.of("pom.xml"));
    String full = Files.readString(Path.of(".ci", "full"));

    // Then
    assertThat(pom)
        .contains(
            "<groups>none() | %s | %s | %s</groups>"
                .formatted(TestTags.TRIES, TestTags.ALONE, TestTags.GOLDEN));
    assertThat(Files.readString(Path.of(".ci", "run"))).contains("-Dgroups=" + TestTags.SHARED);
    assertThat(TestTags.GROUPS)
        .allMatch(
            group ->
                Pattern.compile("(?s)\ngroup_%1$s\\(\\) \\{.*?tests '?%1$s\\b".formatted(group))
                    .matcher(full)
                    .find());
  }

  @Test
  void aTestThatNeedsTheMachineForItselfIsAnIntegrationTest() {
    // When
    Set<String> alone =
        CLASSES.stream()
            .flatMap(type -> type.getMethods().stream())
            .filter(method -> isTest(method) && tags(method).contains(TestTags.ALONE))
            .map(method -> method.getOwner().getSimpleName())
            .collect(Collectors.toSet());

    // Then: only failsafe has an execution for them
    assertThat(alone).isNotEmpty().allMatch(name -> name.endsWith("IT"));
  }

  @Test
  void promisesNameTestsOfTheirLane() throws IOException {
    // Given: rows of promise, tests of the fast lane, tests of groups
    List<String[]> rows =
        section("CONTRIBUTING.md", "### Promises")
            .lines()
            .filter(line -> line.startsWith("| ") && line.contains("`"))
            .map(line -> line.split("\\|"))
            .toList();

    // When
    Set<String> fast = names(rows, 2);
    Set<String> grouped = names(rows, 3);

    // Then
    assertThat(rows).isNotEmpty();
    assertThat(fast).allMatch(name -> tagsOfTests(name).anyMatch(tags -> !isGrouped(tags)));
    assertThat(grouped).allMatch(name -> tagsOfTests(name).anyMatch(TestTagsTest::isGrouped));
  }

  private static Set<String> names(List<String[]> rows, int column) {
    return rows.stream()
        .flatMap(row -> Pattern.compile("`(\\w+)`").matcher(row[column]).results())
        .map(name -> name.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The text between a heading and the next one. */
  private static String section(String page, String heading) throws IOException {
    String text = Files.readString(Path.of(page));
    int from = text.indexOf(heading + "\n");
    assertThat(from).as(heading).isNotNegative();
    int to = text.indexOf("\n#", from + 1);
    return text.substring(from, to);
  }

  private static boolean isGrouped(Set<String> tags) {
    return TestTags.GROUPS.stream().anyMatch(tags::contains);
  }

  /** The tags of each test of a class, which must exist. */
  private static Stream<Set<String>> tagsOfTests(String simpleName) {
    return CLASSES.stream()
        .filter(type -> type.getSimpleName().equals(simpleName))
        .findAny()
        .orElseThrow(() -> new AssertionError("there is no test " + simpleName))
        .getMethods()
        .stream()
        .filter(TestTagsTest::isTest)
        .map(TestTagsTest::tags);
  }

  private static boolean isTest(JavaMethod method) {
    return method.getAnnotations().stream()
        .anyMatch(it -> TEST_ANNOTATIONS.contains(it.getRawType().getSimpleName()));
  }

  /** The tags of a method, of its class, and of the classes around that. */
  private static Set<String> tags(JavaMethod method) {
    Set<String> tags = new TreeSet<>();
    addTags(method, tags);
    for (JavaClass type = method.getOwner();
        type != null;
        type = type.getEnclosingClass().orElse(null)) {
      Stream.concat(Stream.of(type), type.getAllRawSuperclasses().stream())
          .forEach(it -> addTags(it, tags));
    }
    return tags;
  }

  private static void addTags(HasAnnotations<?> element, Set<String> tags) {
    element.getAnnotations().forEach(it -> addTags(it, tags));
  }

  /** The tag of an annotation; several on one element are in an annotation of their own. */
  private static void addTags(JavaAnnotation<?> annotation, Set<String> tags) {
    Optional<Object> value = annotation.get("value");
    switch (annotation.getRawType().getSimpleName()) {
      case "Tag" -> tags.add((String) value.orElseThrow());
      case "Tags", "TagList" -> {
        for (Object tag : (Object[]) value.orElseThrow()) {
          addTags((JavaAnnotation<?>) tag, tags);
        }
      }
      default -> {
        // no tag
      }
    }
  }
}
