package dev.eddyline.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.schema.DecisionReceipt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of exported receipts. */
class ReceiptFormatTest {

  private static String csvWithAuthor(String by) {
    return ReceiptFormat.CSV.row(
        ReceiptJson.of(ReceiptTopic.receipt("t", 1_800_000_000_000L).setBy(by).build()));
  }

  @Test
  void csvRowHasTheColumnsOfTheHeader() {
    // When
    String row = csvWithAuthor("Ada");

    // Then
    assertThat(row.split(",", -1)).hasSameSizeAs(ReceiptFormat.CSV.header().split(",", -1));
    assertThat(row)
        .startsWith("2027-01-15T08:00:00Z,accepted,,approve,Ada,true,127.0.0.1,gate of t,t,t,,")
        .endsWith("\r\n");
    assertThat(ReceiptFormat.CSV.header()).startsWith("decidedAt,outcome,").endsWith("\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Ada              | Ada",
        "a,b              | \"a,b\"",
        "say \"x\"        | \"say \"\"x\"\"\"",
        "=1+1             | '=1+1",
        "+1               | '+1",
        "-1               | '-1",
        "@SUM(A1)         | '@SUM(A1)",
        "=HYPERLINK(\"x\",1) | \"'=HYPERLINK(\"\"x\"\",1)\"",
        "a=1              | a=1",
      })
  void csvCellsAreQuotedAndNoFormulas(String by, String cell) {
    assertThat(csvWithAuthor(by)).contains(",approve," + cell + ",true,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\t=1", "\r=1"})
  void csvCellsWithLeadingControlsAreNoFormulas(String by) {
    assertThat(csvWithAuthor(by)).contains("'" + by);
  }

  @Test
  void jsonLineIsTheItemOfTheList() throws Exception {
    // Given
    DecisionReceipt receipt = ReceiptTopic.receipt("t", 5).setBy("a\nb").build();

    // When
    String line = ReceiptFormat.JSONL.row(ReceiptJson.of(receipt));

    // Then
    assertThat(line).endsWith("}\n").doesNotContain("a\nb");
    JsonNode json = new ObjectMapper().readTree(line);
    assertThat(json.path("by").asText()).isEqualTo("a\nb");
    assertThat(json.path("outcome").asText()).isEqualTo("accepted");
    assertThat(json.path("decidedAt").asLong()).isEqualTo(5);
    assertThat(json.path("reason").isNull()).isTrue();
    assertThat(ReceiptFormat.JSONL.header()).isEmpty();
  }
}
