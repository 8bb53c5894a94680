package dev.eddyline;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jgrapht.Graph;
import org.jgrapht.alg.TransitiveReduction;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the picture and the list of packages in docs/architecture.md against the code. */
@Tag(TestTags.DOCS)
class ArchitecturePageTest {

  private static final Path PAGE = Path.of("docs", "architecture.md");
  private static final String SOURCES = "main/java/dev/eddyline";
  private static final String ROOT = "dev.eddyline.";

  /** Avro generates it; each package may use it. */
  private static final Set<String> LEFT_OUT = Set.of("schema");

  private static final Pattern PACKAGE_COMMENT =
      Pattern.compile("/\\*\\*(.*?)\\*/\\s*package", Pattern.DOTALL);

  private static String packageOf(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(ROOT) ? name.substring(ROOT.length()).split("\\.")[0] : "";
  }

  /** Which package of the product uses which, without those uses that follow from others. */
  private static Graph<String, DefaultEdge> packages() throws IOException {
    Graph<String, DefaultEdge> packages = new SimpleDirectedGraph<>(DefaultEdge.class);
    for (JavaClass type : new ClassFileImporter().importPaths(productClasses())) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String user = packageOf(type);
        String used = packageOf(dependency.getTargetClass().getBaseComponentType());
        if (!user.equals(used) && isShown(user) && isShown(used)) {
          packages.addVertex(user);
          packages.addVertex(used);
          packages.addEdge(user, used);
        }
      }
    }
    TransitiveReduction.INSTANCE.reduce(packages);
    return packages;
  }

  private static List<Path> productClasses() throws IOException {
    return Modules.folders("target/classes").stream()
        .filter(classes -> !classes.startsWith(Path.of("src", "tools")))
        .toList();
  }

  private static boolean isShown(String name) {
    return !name.isEmpty() && !LEFT_OUT.contains(name);
  }

  private static String picture() throws IOException {
    Graph<String, DefaultEdge> packages = packages();
    return packages.edgeSet().stream()
        .map(
            use ->
                "  %s --> %s".formatted(packages.getEdgeSource(use), packages.getEdgeTarget(use)))
        .sorted()
        .collect(joining("\n", "\n```mermaid\nflowchart TD\n", "\n```\n\n"));
  }

  /** The package and the first sentence of its comment. */
  private static String row(Path packageInfo) {
    String text;
    try {
      text = Files.readString(packageInfo);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    MatchResult comment = PACKAGE_COMMENT.matcher(text).results().findFirst().orElseThrow();
    String prose = comment.group(1).replaceAll("\\s*\\n \\*\\s*", " ").strip();
    return "| %s | `%s` | %s |\n"
        .formatted(
            packageInfo.getName(1),
            packageInfo.getParent().getFileName(),
            prose.replaceAll("\\{@code ([^}]*)}", "`$1`"));
  }

  private static String list() throws IOException {
    List<Path> infos = new ArrayList<>();
    for (Path sources : Modules.folders(SOURCES)) {
      try (Stream<Path> folders = Files.list(sources)) {
        folders
            .map(folder -> folder.resolve("package-info.java"))
            .filter(Files::exists)
            .sorted()
            .forEach(infos::add);
      }
    }
    return infos.stream()
        .map(ArchitecturePageTest::row)
        .collect(joining("", "\n| module | package | what it is |\n|---|---|---|\n", "\n"));
  }

  @Test
  void pictureIsUpToDate() throws IOException {
    GeneratedFile.checkBlock(PAGE, "package dependencies", picture());
  }

  @Test
  void listOfPackagesIsUpToDate() throws IOException {
    GeneratedFile.checkBlock(PAGE, "packages", list());
  }

  @Test
  void everyPathLeadsToAFile() throws IOException {
    List<String> paths =
        Pattern.compile("`((?:[a-z]+/)+[A-Za-z]*(?:\\.[a-z]+)*)`")
            .matcher(Files.readString(PAGE))
            .results()
            .map(path -> path.group(1))
            .toList();

    assertThat(paths).hasSizeGreaterThan(50).allMatch(ArchitecturePageTest::isThere);
  }

  private static List<Path> sourceFolders() {
    try {
      return Modules.folders(SOURCES);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static boolean isThere(String path) {
    return Files.exists(Path.of(path))
        || sourceFolders().stream()
            .anyMatch(
                folder ->
                    Files.exists(folder.resolve(path))
                        || Files.exists(folder.resolve(path + ".java")));
  }
}
