package dev.eddyline.graph.read;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The state machines of a CloudFormation or SAM template whose definitions are in other files.
 *
 * @param elsewhere these state machines
 * @param hasGraphs whether the text may have graphs of its own: it is not a template, or one with
 *     the definition of another state machine
 */
public record TemplateDefinitions(List<Reference> elsewhere, boolean hasGraphs) {

  private static final TemplateDefinitions NONE = new TemplateDefinitions(List.of(), true);

  /** In the type of every state machine of a template. */
  private static final String TYPE = "::StateMachine";

  /**
   * A state machine whose definition is elsewhere.
   *
   * @param machine its logical id
   * @param line its line in the template
   * @param uri where the definition is; empty: not in a local file
   */
  public record Reference(String machine, int line, Optional<String> uri) {

    /**
     * The file of the definition, if it exists below the template's folder or the working folder.
     */
    public Optional<Path> localFile(Path template) {
      try {
        return uri.map(template::resolveSibling)
            .map(Path::normalize)
            .filter(
                file -> isBelow(file, template.resolveSibling("")) || isBelow(file, Path.of("")))
            .filter(Files::isRegularFile);
      } catch (InvalidPathException noPath) {
        return Optional.empty();
      }
    }

    private static boolean isBelow(Path file, Path folder) {
      return file.toAbsolutePath().startsWith(folder.toAbsolutePath().normalize());
    }

    /** Why the definition is not in the template, and what to do. */
    public String problem() {
      return uri.map(
              file ->
                  "the definition of %s is in '%s', which is not a file here: lint that file"
                      .formatted(machine, file))
          .orElse(
              "the definition of %s is in S3 or another file: lint its local file"
                  .formatted(machine));
    }
  }

  /** Copies the list. */
  public TemplateDefinitions {
    elsewhere = List.copyOf(elsewhere);
  }

  /**
   * The definitions of a text; none if it is not a template.
   *
   * @param place its source, for messages
   * @throws dev.eddyline.graph.model.InvalidGraphException if it begins as JSON and is not valid
   */
  public static TemplateDefinitions in(String place, String text) {
    return text.contains(TYPE) || text.contains("stateMachines")
        ? AslFiles.definitions(new GraphInput(place, text))
        : NONE;
  }
}
