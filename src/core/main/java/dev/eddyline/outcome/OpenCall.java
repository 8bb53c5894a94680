package dev.eddyline.outcome;

import dev.eddyline.text.Hash;
import dev.eddyline.text.WordBag;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call without a result so far: what is needed of it to judge the result.
 *
 * @param callId hash of its id
 * @param agent hash of its agent, 16 bits
 * @param identity hash of tool and loopKey, or of tool and arguments without explanations; the same
 *     for the same call, and for all commands that do nothing
 * @param tool hash of the tool, and of the program of a command, 16 bits
 * @param frame hash of the tool and the signs between its arguments' names
 * @param intent what it is made for
 * @param isStep whether it moves something and names no content, such as a key press
 * @param isCommand whether it runs a command of a shell
 * @param waits whether it waits for something itself
 * @param isLate whether its agent waited before it
 * @param isAfterBreak whether its agent had a long break before it
 * @param operands the words of its arguments
 * @param names the names and numbers in its arguments, of a content its first numbers
 * @param content the words of what it writes; null if it writes nothing
 */
public record OpenCall(
    long callId,
    int agent,
    long identity,
    int tool,
    int frame,
    ToolIntent intent,
    boolean isStep,
    boolean isCommand,
    boolean waits,
    boolean isLate,
    boolean isAfterBreak,
    CompactHashes operands,
    CompactHashes names,
    @Nullable WordBag content) {

  private static final int SHORT = 0xffff;

  /** Words of arguments with content. */
  private static final int MIN_CONTENT = 6;

  public OpenCall {
    Objects.requireNonNull(intent, "intent");
    Objects.requireNonNull(operands, "operands");
    Objects.requireNonNull(names, "names");
  }

  /**
   * A call.
   *
   * @param arguments its arguments, as JSON or any other text; null if unknown
   * @param loopKey the key by which its orchestrator compares calls, or null
   * @param waits whether a part of it waits
   */
  public static OpenCall of(
      String callId,
      String agentId,
      String tool,
      @Nullable String arguments,
      @Nullable String loopKey,
      boolean waits) {
    CallArguments read = CallArguments.read(arguments == null ? "" : arguments);
    NameWords ofTool = NameWords.of(tool);
    Optional<CommandLine> ran = CommandLine.of(ToolIntent.isShell(ofTool), read);
    String command = ran.map(CommandLine::text).orElse("");
    NameWords words = ran.map(it -> NameWords.of(it.name())).orElse(ofTool);
    String values = ran.map(CommandLine::values).orElseGet(read::values);
    ToolIntent intent = ToolIntent.of(words, ran, read, values);
    WordBag content = Writings.content(intent, read);
    String labels = command.isEmpty() ? read.labels(intent) : command;
    String own = arguments == null ? callId : intent == ToolIntent.NO_OP ? "" : read.text();
    return new OpenCall(
        Hash.of(callId),
        (int) Hash.of(agentId) & SHORT,
        loopKey == null ? Hash.of(tool, own) : Hash.of(tool, "loopKey", loopKey),
        CallNames.tool(tool, command),
        CallNames.frame(tool, command, content == null ? values : labels),
        intent,
        ToolIntent.isStep(intent, words, read, values),
        !command.isEmpty(),
        waits || ToolIntent.isWait(words, values),
        false,
        false,
        CallNames.words(read.text()),
        CallNames.in(content == null ? labels : labels + CallNames.numbers(values)),
        content);
  }

  /** The same call under the id of its transport retry. */
  OpenCall retriedAs(String retryId) {
    return copy(Hash.of(retryId), isLate, isAfterBreak);
  }

  /** The same call, after a pause. */
  OpenCall after(boolean isWait, boolean isBreak) {
    return copy(callId, isLate || isWait, isBreak);
  }

  private OpenCall copy(long id, boolean late, boolean afterBreak) {
    return new OpenCall(
        id,
        agent,
        identity,
        tool,
        frame,
        intent,
        isStep,
        isCommand,
        waits,
        late,
        afterBreak,
        operands,
        names,
        content);
  }

  /** The same call, made after its agent waited. */
  public OpenCall afterWait() {
    return after(true, isAfterBreak);
  }

  /** Whether it does something, and its arguments have content. */
  boolean isTelling() {
    return intent == ToolIntent.ACT && !isStep && operands.size() >= MIN_CONTENT;
  }

  /** Whether it may be a poll: it waits, or it comes after a wait and does no work with content. */
  public boolean mayPoll() {
    return waits || isLate && !isTelling();
  }

  /** A hash of the call of 16 bits. */
  int shortIdentity() {
    return (int) identity & SHORT;
  }
}
