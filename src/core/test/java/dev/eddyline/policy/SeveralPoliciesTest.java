package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies by workflow. */
class SeveralPoliciesTest {

  @TempDir private Path folder;

  private String file(String name, String yaml) throws IOException {
    return Files.writeString(folder.resolve(name), yaml).toString();
  }

  @Test
  void eachWorkflowHasItsOwnAndTheRestThatWhichNamesNone() throws IOException {
    // Given
    String build = file("build.yaml", "name: for build\nworkflow: build");

    // When
    Policies policies = Policies.load("phases, " + build);

    // Then
    assertThat(policies.policyForWorkflow("build").name()).isEqualTo("for build");
    assertThat(policies.policyForWorkflow("deploy").name()).isEqualTo("phases");
    assertThat(policies.all()).extracting(Policy::name).containsExactly("for build", "phases");
  }

  @Test
  void whereNoneIsForTheRestThePresetDefaultIs() throws IOException {
    Policies policies = Policies.load(file("build.yaml", "name: b\nworkflow: build"));

    assertThat(policies.policyForWorkflow("deploy").name()).isEqualTo("default");
    assertThat(policies.policyForWorkflow(null).name()).isEqualTo("default");
  }

  @Test
  void aWorkflowNamedDefaultIsTheRest() {
    assertThat(PolicyReader.read("test", "name: x\nworkflow: default").workflow()).isEmpty();
  }

  @Test
  void theYamlFilesOfAFolderAreLoaded() throws IOException {
    // Given
    file("a.yaml", "name: a\nworkflow: A");
    file("b.yaml", "name: b\nworkflow: B");
    file("notes.txt", "no policy");
    Files.createDirectory(folder.resolve("within"));
    file("within/c.yaml", "no policy either");

    // When
    Policies policies = Policies.load(folder.toString());

    // Then
    assertThat(policies.byWorkflow()).containsOnlyKeys("A", "B");
  }

  @Test
  void aFolderWithoutPoliciesIsRejected() {
    assertThatThrownBy(() -> Policies.load(folder.toString()))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContainingAll(folder.toString(), "*.yaml");
  }

  @Test
  void twoPoliciesForOneWorkflowAreRejectedWithBothPlaces() throws IOException {
    // Given
    String one = file("a.yaml", "name: a\nworkflow: build");
    String two = file("b.yaml", "name: b\nworkflow: build");

    // When / Then
    assertThatThrownBy(() -> Policies.load(one + "," + two))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContainingAll(two.toString(), "workflow", "'build'", one.toString());
  }

  @Test
  void twoDefaultPoliciesAreRejectedWithBothPlaces() throws IOException {
    String mine = file("mine.yaml", "name: mine");

    assertThatThrownBy(() -> Policies.load("default," + mine))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContainingAll(mine.toString(), "workflow", "default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "default,", ",default", "default,,phases"})
  void anEmptyEntryInThePolicyListIsRejected(String list) {
    assertThatThrownBy(() -> Policies.load(list))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("policy: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "workflow: ''   | workflow: must not be blank; omit it for the default policy",
        "workflow: ' '  | workflow: must not be blank; omit it for the default policy",
        "workflow: 7    | workflow: must be text, was number 7",
        "workflow: [a]  | workflow: must be text, was array",
      })
  void anInvalidWorkflowNameIsRejected(String yaml, String problem) {
    assertThat(Problems.of(yaml)).containsExactly(problem);
  }

  @Test
  void aWorkflowsNameHasItsLongest() {
    assertThat(PolicyReader.read("t", "name: x\nworkflow: " + "w".repeat(200)).workflow())
        .hasValue("w".repeat(200));
    assertThat(Problems.of("workflow: " + "w".repeat(201)))
        .containsExactly("workflow: must have ≤ 200 characters, was 201");
  }

  @Test
  void aPolicyForAnotherWorkflowThanExpectedIsRejected() {
    assertThatThrownBy(() -> PolicyReader.readFor("A", "record", "name: x\nworkflow: B"))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContainingAll("record: workflow: ", "'A'", "'B'");
    assertThat(PolicyReader.readFor("A", "record", "name: x\nworkflow: A").workflow())
        .hasValue("A");
    assertThat(PolicyReader.readFor("A", "record", "name: x").workflow()).isEmpty();
  }

  @Test
  void aFileThatIsNotUtf8IsRejectedWithThePositionOfTheFirstInvalidByte() throws IOException {
    Path file = Files.write(folder.resolve("p.yaml"), new byte[] {'n', 'a', (byte) 0xff, 'e'});

    assertThatThrownBy(() -> Policies.load(file.toString()))
        .hasMessageContainingAll(file.toString(), "UTF-8", "byte 3");
  }

  @Test
  void aFileThatIsFarTooLongIsRejectedWithoutReadingItAll() throws IOException {
    Path file = Files.write(folder.resolve("p.yaml"), new byte[4_000_001]);

    assertThatThrownBy(() -> Policies.load(file.toString()))
        .hasMessageContainingAll(file + ": policy: ", "1000000");
  }
}
