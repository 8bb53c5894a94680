package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a project of its own, with fake programs in place of Java and Maven. */
@DisabledOnOs(WINDOWS)
class LauncherTest {

  private static final String BUILDING =
      "eddyline: building (the first build downloads its libraries)…";

  /** The commands of the system that the launcher uses. */
  private static final List<String> SYSTEM =
      List.of(
          "cat",
          "cksum",
          "cut",
          "dirname",
          "env",
          "find",
          "grep",
          "mkdir",
          "mktemp",
          "mv",
          "readlink",
          "rm",
          "touch");

  @TempDir private Path folder;
  private Path home;
  private Path programs;
  private Path temporary;

  private record LauncherResult(int code, List<String> lines) {}

  @BeforeEach
  void createProject() throws IOException {
    home = Files.createDirectory(folder.resolve("project"));
    temporary = Files.createDirectory(folder.resolve("tmp"));
    programs = Files.createDirectory(folder.resolve("bin"));
    for (String command : SYSTEM) {
      program(command, "exec %s \"$@\"".formatted(find(command)));
    }
    Files.copy(Path.of("eddyline"), home.resolve("eddyline"));
    for (String source : List.of("src/core/main", "src/tools/main", "schemas", "topology")) {
      Files.createDirectories(home.resolve(source));
    }
    Files.createFile(home.resolve("topology/topics.yaml"));
    Files.createFile(home.resolve("pom.xml"));
    Files.createFile(home.resolve("src/core/pom.xml"));
    Files.createDirectories(home.resolve("src/tools/servers"));
    Files.createFile(home.resolve("src/tools/servers/pom.xml"));
  }

  private static Path find(String command) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(path -> Path.of(path, command))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private void program(String name, String script) throws IOException {
    Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private LauncherResult launch() throws Exception {
    ProcessBuilder launcher =
        new ProcessBuilder(find("bash").toString(), home.resolve("eddyline").toString(), "replay");
    launcher.environment().clear();
    launcher.environment().put("PATH", programs.toString());
    launcher.environment().put("TMPDIR", temporary.toString());
    launcher.environment().put("LC_ALL", "C.UTF-8");
    Process process = launcher.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new LauncherResult(process.waitFor(), text.lines().toList());
  }

  private List<Path> leftFiles() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.toList();
    }
  }

  private void markAsBuilt() throws IOException {
    Path target = Files.createDirectory(home.resolve("target"));
    for (String name : List.of("eddyline.jar", "eddyline-tools.jar", "launcher.stamp")) {
      Files.createFile(target.resolve(name));
    }
  }

  @Test
  void namesWhatTheBuildNeeds() throws Exception {
    // When
    LauncherResult result = launch();

    // Then
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.lines())
        .containsExactly(
            "eddyline: install JDK 17 or newer and Maven 3.8 or newer, with its commands on the"
                + " PATH");
  }

  @Test
  void namesMavenOnlyWhereJavaIsThere() throws Exception {
    // Given
    program("java", "exit 0");

    // When
    LauncherResult result = launch();

    // Then
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.lines())
        .singleElement()
        .asString()
        .contains("install Maven 3.8 or newer,")
        .doesNotContain("JDK");
  }

  @Test
  void namesJavaOnlyWhereTheProjectIsBuilt() throws Exception {
    // Given
    markAsBuilt();

    // When
    LauncherResult result = launch();

    // Then
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.lines())
        .singleElement()
        .asString()
        .contains("install JDK 17 or newer,")
        .doesNotContain("Maven");
  }

  @Test
  void startsWithoutMavenWhereTheProjectIsBuilt() throws Exception {
    // Given
    markAsBuilt();
    program("java", "shift $(($# - 2)); echo \"started $*\"");

    // When
    LauncherResult result = launch();

    // Then
    assertThat(result.code()).isZero();
    assertThat(result.lines()).containsExactly("started dev.eddyline.cli.Eddyline replay");
  }

  @Test
  void saysThatTargetCannotBeWritten() throws Exception {
    // Given: a file in its place, as root may write to any folder
    program("java", "exit 0");
    program("mvn", "exit 0");
    Files.createFile(home.resolve("target"));

    // When
    LauncherResult result = launch();

    // Then
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.lines())
        .singleElement()
        .asString()
        .contains("cannot write %s/target/".formatted(home.toRealPath()));
  }

  @Test
  void aFailedBuildShowsItsErrorsAndKeepsItsLog() throws Exception {
    // Given
    program("java", "exit 0");
    program("mvn", "echo '[INFO] much'; echo '[ERROR] it is wrong'; exit 1");

    // When
    LauncherResult result = launch();

    // Then
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.lines()).hasSize(3).startsWith(BUILDING, "[ERROR] it is wrong");
    assertThat(leftFiles()).singleElement().asString().isIn(words(result.lines().get(2)));
  }

  private static List<String> words(String line) {
    return List.of(line.split(" "));
  }

  @Test
  void anInterruptedBuildPrintsOneLineAndLeavesNoFile() throws Exception {
    // Given: SIGTERM, as SIGINT may be ignored in the process of the tests
    program("java", "exit 0");
    program(
        "mvn",
        "echo '[ERROR] of an interrupted build'; kill -TERM $PPID; exec cat <>"
            + home.resolve("pipe"));
    Process pipe = new ProcessBuilder("mkfifo", home.resolve("pipe").toString()).start();
    assertThat(pipe.waitFor()).isZero();

    // When
    LauncherResult result = launch();

    // Then
    assertThat(result.code()).isEqualTo(143);
    assertThat(result.lines()).containsExactly(BUILDING, "eddyline: the build was interrupted");
    assertThat(leftFiles()).isEmpty();
    assertThat(home.resolve("target/launcher.stamp")).doesNotExist();
  }
}
