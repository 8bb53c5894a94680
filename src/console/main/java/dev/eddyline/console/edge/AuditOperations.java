package dev.eddyline.console.edge;

import dev.eddyline.audit.ReceiptFormat;
import dev.eddyline.console.json.AuditJson;
import dev.eddyline.console.web.ErrorJson;
import dev.eddyline.console.web.Param;
import java.util.List;

/** What the routes of the audit take and answer. */
final class AuditOperations {

  private static final String UNAVAILABLE =
      "Kafka or the schema registry does not answer, or too many requests read the audit.";

  private static final List<Param<?>> FILTERS =
      List.of(
          QueryParams.FROM,
          QueryParams.TO,
          QueryParams.DECIDED_BY,
          QueryParams.OUTCOME,
          QueryParams.AUDITED_TASK,
          QueryParams.AUDITED_GATE);

  static final Operation LIST =
      Operation.of("The audit: who decided what")
          .describedAs(
              "The receipts of decisions, accepted and refused, as far back as `decision-receipts`"
                  + " stores them. A request reads at most 200,000 records and about 3 seconds: a"
                  + " page with few or no items still has `next` where more follow.")
          .withQueryParams(FILTERS)
          .withQueryParams(Param.CURSOR, Param.LIMIT)
          .answers(200, "A page of receipts, newest first.", AuditJson.class)
          .answers(503, UNAVAILABLE, ErrorJson.class);

  static final Operation EXPORT =
      Operation.of("The whole audit as a file")
          .describedAs(
              "CSV is that of RFC 4180, with times in ISO 8601. An apostrophe precedes a cell that"
                  + " a spreadsheet would evaluate. JSON lines are the items of `/api/v1/audit`. A"
                  + " caller has one export at a time; it takes 15 minutes at most. An incomplete"
                  + " export ends with an aborted connection.")
          .withQueryParams(FILTERS)
          .withQueryParams(QueryParams.EXPORT_FORMAT)
          .streams("The receipts, newest first.", ReceiptFormat.mediaTypes())
          .answers(503, UNAVAILABLE, ErrorJson.class);

  private AuditOperations() {}
}
