package dev.eddyline.policy;

import dev.eddyline.keys.Nearest;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The text of a policy that is not parsed yet.
 *
 * @param originName origin of the text, for messages
 * @param text the text
 */
public record PolicyDraft(String originName, String text) {

  private static final String ENDING = ".yaml";

  /** More bytes than the longest text can have. */
  private static final long MAX_BYTES = 4L * PolicyText.MAX_CHARS;

  public PolicyDraft {
    Objects.requireNonNull(originName, "originName");
    Objects.requireNonNull(text, "text");
  }

  /**
   * Loads a preset, a file or the {@code *.yaml} files of a folder (without subfolders).
   *
   * @throws InvalidPolicyException if it is none of these, or cannot be read
   */
  public static List<PolicyDraft> loadPresetFileOrFolder(String name) {
    if (Policies.PRESETS.contains(name)) {
      return List.of(preset(name));
    }
    if (name.isBlank()) {
      throw invalidPolicy("policy", "must be a preset, file or folder, was blank");
    }
    Path path = Path.of(name);
    try {
      if (Files.isDirectory(path)) {
        return loadFolder(path);
      }
      // also where a folder on the way lacks the right to look
      if (!Files.notExists(path)) {
        return List.of(loadFile(path));
      }
    } catch (IOException unreadable) {
      throw invalidPolicy(name, "cannot be read: " + FileProblem.reason(unreadable));
    }
    throw noPreset(name, "is neither a file nor a preset");
  }

  private static InvalidPolicyException noPreset(String name, String problem) {
    return invalidPolicy(
        name,
        problem
            + "; presets: "
            + String.join(", ", Policies.PRESETS)
            + Nearest.hint(name, Policies.PRESETS));
  }

  /** The preset whose text this is; empty for another text. */
  public Optional<String> presetName() {
    return Policies.PRESETS.stream().filter(name -> preset(name).equals(this)).findFirst();
  }

  /** Loads a preset. */
  static PolicyDraft preset(String name) {
    String resource = "/policies/" + name + ENDING;
    try (InputStream in = PolicyDraft.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw noPreset(name, "is not a preset");
      }
      return new PolicyDraft(
          "preset " + name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(resource, unreadable);
    }
  }

  private static List<PolicyDraft> loadFolder(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      List<Path> files =
          paths
              .filter(path -> path.toString().endsWith(ENDING) && Files.isRegularFile(path))
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw invalidPolicy(folder.toString(), "no file named *" + ENDING + " in this folder");
      }
      List<PolicyDraft> sources = new ArrayList<>();
      for (Path file : files) {
        sources.add(loadFile(file));
      }
      return sources;
    }
  }

  private static PolicyDraft loadFile(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(Math.toIntExact(MAX_BYTES + 1));
      if (bytes.length > MAX_BYTES) {
        throw invalidPolicy(
            file.toString(), "policy: must have ≤ %d characters".formatted(PolicyText.MAX_CHARS));
      }
      return new PolicyDraft(file.toString(), decodeUtf8(file, bytes));
    }
  }

  private static String decodeUtf8(Path file, byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    if (decoder.decode(in, out, true).isError()) {
      throw invalidPolicy(
          file.toString(), "cannot be read as UTF-8 text, see byte " + (in.position() + 1));
    }
    return out.flip().toString();
  }

  private static InvalidPolicyException invalidPolicy(String place, String reason) {
    return new InvalidPolicyException(place, List.of(reason));
  }

  /**
   * Parses the policy.
   *
   * @throws InvalidPolicyException with every problem and its path
   */
  public Policy read() {
    return PolicyReader.read(originName, text);
  }

  /**
   * What the policy says without effect, with its path.
   *
   * @throws InvalidPolicyException with every problem and its path
   */
  public List<String> warnings() {
    return parsePolicy().root().warnings().stream().distinct().toList();
  }

  /** Parses the policy with its sections. */
  PolicyReader.ParsedPolicy parsePolicy() {
    return PolicyReader.parsePolicy(originName, text, Optional.empty());
  }
}
