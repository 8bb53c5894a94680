package dev.eddyline.demo;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.yaml.Printable;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Prints outputs and bad input on a terminal, a line or two each. */
final class OutputPrinter {

  private static final String ERROR_HEADER_PREFIX = "__streams.errors.";
  private static final int MAX_PRINTED_KEY_CHARS = 60;

  private final PrintStream out;

  OutputPrinter(PrintStream out) {
    this.out = out;
  }

  /** Prints a verdict, a gate or a counter reset. */
  synchronized void print(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict) {
      printLine(
          "  verdict  %-24s %-18s loop %d, attempt %d  →  %s",
          verdict.getTaskId(),
          lowerCaseName(verdict.getLoopType()),
          verdict.getLoopCount(),
          verdict.getAttempts(),
          action(verdict.getAction(), verdict.getTarget()));
      printLine("           %s", verdict.getText());
    } else if (output instanceof GateTrigger gate) {
      printLine(
          "  GATE     %-24s %-18s %s  →  %s",
          gate.getRootTaskId(),
          lowerCaseName(gate.getState()),
          gate.getReason(),
          decisionOrAction(gate));
    } else if (output instanceof LoopReset reset && reset.getPreviousCount() > 0) {
      printLine(
          "  reset    %-24s %s, loop count was %d",
          reset.getTaskId(), reset.getReason(), reset.getPreviousCount());
    }
  }

  /** Prints the coordinates of a dead-lettered record and the reason. */
  synchronized void print(ConsumerRecord<byte[], byte[]> deadLetter) {
    String key = deadLetter.key() == null ? "" : decodeUtf8(deadLetter.key());
    printLine(
        "  BAD      %-24s dead-lettered record of %s, partition %s, offset %s: %s",
        key.substring(0, Math.min(key.length(), MAX_PRINTED_KEY_CHARS)),
        errorHeaderText(deadLetter, "topic"),
        errorHeaderText(deadLetter, "partition"),
        errorHeaderText(deadLetter, "offset"),
        errorHeaderText(deadLetter, "message"));
  }

  /** Prints a line of a file that is not an event. */
  synchronized void badLine(String file, int line, String reason) {
    printLine("  BAD      line %d of %s: %s", line, file, reason);
  }

  /** Prints one line; escapes control characters in event texts. */
  private void printLine(String format, Object... values) {
    out.println(Printable.escape(format.formatted(values)));
  }

  private static String errorHeaderText(ConsumerRecord<byte[], byte[]> deadLetter, String name) {
    Header header = deadLetter.headers().lastHeader(ERROR_HEADER_PREFIX + name);
    return header == null ? "?" : decodeUtf8(header.value());
  }

  private static String decodeUtf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String decisionOrAction(GateTrigger gate) {
    if (gate.getState() == GateState.CLOSED && gate.getDecision() != null) {
      return lowerCaseName(gate.getDecision()) + " by " + gate.getDecidedBy();
    }
    return action(gate.getAction(), gate.getTarget());
  }

  private static String action(Action action, Enum<?> target) {
    String joint = action == Action.ESCALATE ? " to " : ", decided by ";
    return target == null
        ? lowerCaseName(action)
        : lowerCaseName(action) + joint + lowerCaseName(target);
  }

  /** Tokens, dollars and minutes. */
  static String cost(Cost cost) {
    return String.format(
        Locale.ROOT,
        "%,d tokens, %.2f USD, %d min",
        cost.getTokens(),
        cost.getCostUsd(),
        cost.getDurationMs() / 60_000);
  }

  private static String lowerCaseName(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
