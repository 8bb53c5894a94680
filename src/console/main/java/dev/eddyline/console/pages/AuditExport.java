package dev.eddyline.console.pages;

import dev.eddyline.audit.ReceiptFormat;
import dev.eddyline.audit.ReceiptJson;
import dev.eddyline.audit.ReceiptScan;
import dev.eddyline.console.web.CallerSlots;
import dev.eddyline.schema.DecisionReceipt;
import io.javalin.http.Context;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One export of the audit. It reads further receipts when the client has read the earlier rows, so
 * that no thread waits for a client. A failed export ends without the end of its body.
 */
final class AuditExport implements WriteListener {

  private static final Logger LOG = LoggerFactory.getLogger(AuditExport.class);
  private static final long MAX_NANOS = Duration.ofMinutes(15).toNanos();
  private static final int CHUNK_CHARS = 32 * 1_024;

  /** Makes Jetty abort the connection, so that the client sees that rows are missing. */
  private static final int ABORT = -1;

  private final ReceiptScan scan;
  private final Predicate<DecisionReceipt> selected;
  private final ReceiptFormat format;
  private final CallerSlots.Slot slot;
  private final long startedAt = System.nanoTime();
  private ServletOutputStream out;
  private HttpServletResponse response;
  private AsyncContext request;
  private boolean isStarted;
  private boolean isEnded;

  /** Exports the selected receipts of a scan; it closes scan and slot at the end. */
  AuditExport(
      ReceiptScan scan,
      Predicate<DecisionReceipt> selected,
      ReceiptFormat format,
      CallerSlots.Slot slot) {
    this.scan = scan;
    this.selected = selected;
    this.format = format;
    this.slot = slot;
  }

  /** Starts to write to an asynchronous request. */
  void start(Context http) {
    request = http.req().getAsyncContext();
    request.setTimeout(0);
    response = http.res();
    response.setContentType(format.mediaType());
    response.setCharacterEncoding("UTF-8");
    http.header(
        "Content-Disposition",
        "attachment; filename=\"eddyline-audit.%s\""
            .formatted(format.name().toLowerCase(Locale.ROOT)));
    try {
      out = response.getOutputStream();
      out.setWriteListener(this);
    } catch (IOException | IllegalStateException gone) {
      end();
    }
  }

  @Override
  public synchronized void onWritePossible() throws IOException {
    try {
      while (!isEnded && out.isReady()) {
        if (isStarted && scan.isFinished()) {
          end();
        } else if (System.nanoTime() - startedAt > MAX_NANOS) {
          throw new IllegalStateException("the export took too long");
        } else {
          out.write(nextRows().getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (IOException gone) {
      LOG.atDebug().addKeyValue("reason", gone.toString()).log("export of the audit ended early");
      abort();
    } catch (RuntimeException failed) {
      LOG.atWarn().addKeyValue("reason", failed.toString()).log("export of the audit failed");
      abort();
    }
  }

  /** Some rows; none where no record that was read is selected. */
  private String nextRows() {
    StringBuilder rows = new StringBuilder();
    if (!isStarted) {
      isStarted = true;
      rows.append(format.header());
    }
    while (rows.length() < CHUNK_CHARS && !scan.isFinished()) {
      Optional<DecisionReceipt> next = scan.next();
      next.filter(selected).map(ReceiptJson::of).map(format::row).ifPresent(rows::append);
      if (next.isEmpty()) {
        break;
      }
    }
    return rows.toString();
  }

  @Override
  public synchronized void onError(Throwable gone) {
    end();
  }

  private void abort() {
    try {
      response.sendError(ABORT);
    } catch (IOException | IllegalStateException gone) {
      LOG.atDebug().addKeyValue("reason", gone.toString()).log("export not aborted");
    }
    end();
  }

  private void end() {
    if (isEnded) {
      return;
    }
    isEnded = true;
    slot.close();
    scan.close();
    try {
      request.complete();
    } catch (IllegalStateException | NullPointerException ended) {
      // the server has already ended the request
    }
  }
}
