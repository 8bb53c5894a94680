package dev.eddyline.audit;

import dev.eddyline.json.Doc;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.text.CsvCell;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A text format of exported receipts, a row for each one. */
@Doc("The format of an export.")
public enum ReceiptFormat {
  /** RFC 4180 with a header, times in ISO 8601. A spreadsheet evaluates no cell as a formula. */
  CSV("text/csv") {
    @Override
    public String header() {
      return csvRow(COLUMNS.stream());
    }

    @Override
    public String row(ReceiptJson receipt) {
      return csvRow(
          Stream.of(
              Instant.ofEpochMilli(receipt.decidedAt()).toString(),
              OutputJson.word(receipt.outcome()),
              text(receipt.reason()),
              OutputJson.word(receipt.decision()),
              receipt.by(),
              Boolean.toString(receipt.verified()),
              text(receipt.origin()),
              text(receipt.gateId()),
              receipt.taskId(),
              receipt.rootTaskId(),
              text(receipt.workflow()),
              text(receipt.taskWorkflow()),
              receipt.agentId(),
              Instant.ofEpochMilli(receipt.occurredAt()).toString(),
              receipt.eventId(),
              receipt.receiptId(),
              receipt.topic(),
              Integer.toString(receipt.partition()),
              Long.toString(receipt.offset()),
              text(receipt.attempt())));
    }
  },
  /** One JSON object a line, as the API's list has it. */
  JSONL("application/x-ndjson") {
    @Override
    public String header() {
      return "";
    }

    @Override
    public String row(ReceiptJson receipt) {
      return OutputJson.write(receipt) + "\n";
    }
  };

  private static final List<String> COLUMNS =
      List.of(
          "decidedAt",
          "outcome",
          "reason",
          "decision",
          "by",
          "verified",
          "origin",
          "gateId",
          "taskId",
          "rootTaskId",
          "workflow",
          "taskWorkflow",
          "agentId",
          "occurredAt",
          "eventId",
          "receiptId",
          "topic",
          "partition",
          "offset",
          "attempt");

  private final String mediaType;

  ReceiptFormat(String mediaType) {
    this.mediaType = mediaType;
  }

  /** Its media type, without a character set; texts are UTF-8. */
  public String mediaType() {
    return mediaType;
  }

  /** The media types of all formats. */
  public static List<String> mediaTypes() {
    return Arrays.stream(values()).map(ReceiptFormat::mediaType).toList();
  }

  /** What precedes the first row; empty for nothing. */
  public abstract String header();

  /** The row of a receipt, with its line end. */
  public abstract String row(ReceiptJson receipt);

  private static String text(String value) {
    return value == null ? "" : value;
  }

  private static String csvRow(Stream<String> cells) {
    return cells.map(CsvCell::of).collect(Collectors.joining(",", "", "\r\n"));
  }
}
