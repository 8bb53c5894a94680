package dev.eddyline.console.json;

import dev.eddyline.audit.ReceiptJson;
import dev.eddyline.json.Doc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of the audit, in JSON. */
@Doc("A page of the audit.")
public record AuditJson(
    @Doc("The receipts, newest first; none where the page only read others.")
        List<ReceiptJson> items,
    @Doc("The cursor of the next page; null on the last one.") @Nullable String next,
    @Doc(
            "`decidedAt` of the oldest receipt that was read for this page; null where none was"
                + " read.")
        @Nullable Long readBackTo) {}
