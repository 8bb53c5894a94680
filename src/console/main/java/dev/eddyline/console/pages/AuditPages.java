package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.audit.ReceiptFilter;
import dev.eddyline.audit.ReceiptFormat;
import dev.eddyline.audit.ReceiptJson;
import dev.eddyline.audit.ReceiptReader;
import dev.eddyline.audit.ReceiptScan;
import dev.eddyline.audit.ScanPosition;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.AuditJson;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.CallerSlots;
import dev.eddyline.console.web.CpuLimiter;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Param;
import dev.eddyline.console.web.Params;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit: receipts of decisions, read from their topic for each request. A page reads a bounded
 * number of records in bounded time, and has a cursor where more follow. An export reads all.
 */
public final class AuditPages implements Pages {

  /** Most records that a page reads. */
  static final int MAX_RECORDS_PER_PAGE = 200_000;

  private static final long MAX_PAGE_NANOS = Duration.ofSeconds(3).toNanos();
  private static final int MAX_CONCURRENT_PAGES = 2;
  private static final int MAX_EXPORTS = 4;
  private static final int WAIT_MILLIS = 5_000;
  private static final int RETRY_SECONDS = 5;
  private static final Logger LOG = LoggerFactory.getLogger(AuditPages.class);

  private final OutputView view;
  private final ReceiptReader reader;
  private final LongSupplier nanos;
  private final CpuLimiter limiter = new CpuLimiter(MAX_CONCURRENT_PAGES, WAIT_MILLIS);
  private final CallerSlots exports = new CallerSlots(MAX_EXPORTS, "an export");

  /** Pages of these receipts; the view knows the workflows of tasks. */
  public AuditPages(OutputView view, ReceiptReader reader, LongSupplier nanos) {
    this.view = view;
    this.reader = reader;
    this.nanos = nanos;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.AUDIT.serve(config, this::page);
    Route.AUDIT_EXPORT.serve(config, this::export);
  }

  private void page(Context http) {
    Params params = new Params(http);
    ReceiptFilter filter = filter(params);
    Predicate<DecisionReceipt> selected = selected(filter, Caller.of(http).scope());
    int limit = params.read(Param.LIMIT).orElse(Param.DEFAULT_ITEMS_PER_PAGE);
    Optional<ScanPosition> position = params.read(Param.CURSOR).map(AuditPages::position);
    params.answer(
        limiter.run(() -> unlessUnavailable(() -> readPage(filter, selected, limit, position))));
  }

  private AuditJson readPage(
      ReceiptFilter filter,
      Predicate<DecisionReceipt> selected,
      int limit,
      Optional<ScanPosition> position) {
    List<ReceiptJson> items = new ArrayList<>();
    Long readBackTo = null;
    long start = nanos.getAsLong();
    try (ReceiptScan scan = reader.scan(filter.from(), filter.to(), position)) {
      while (items.size() < limit
          && !scan.isFinished()
          && scan.recordsRead() < MAX_RECORDS_PER_PAGE
          && nanos.getAsLong() - start < MAX_PAGE_NANOS) {
        Optional<DecisionReceipt> next = scan.next();
        if (next.isPresent()) {
          readBackTo = next.get().getDecidedAt().toEpochMilli();
          next.filter(selected).map(ReceiptJson::of).ifPresent(items::add);
        }
      }
      String more = scan.isFinished() ? null : scan.position().encode();
      return new AuditJson(items, more, readBackTo);
    }
  }

  private void export(Context http) {
    Params params = new Params(http);
    ReceiptFilter filter = filter(params);
    ReceiptFormat format = params.read(QueryParams.EXPORT_FORMAT).orElse(ReceiptFormat.CSV);
    Caller caller = Caller.of(http);
    Predicate<DecisionReceipt> selected = selected(filter, caller.scope());
    CallerSlots.Slot slot = exports.open(caller.rateLimitKey());
    ReceiptScan scan;
    try {
      scan = unlessUnavailable(() -> reader.scan(filter.from(), filter.to(), Optional.empty()));
    } catch (RuntimeException failed) {
      slot.close();
      throw failed;
    }
    AuditExport export = new AuditExport(scan, selected, format, slot);
    http.future(
        () -> {
          export.start(http);
          // never completes: the server must not touch a request that it has already ended
          return new CompletableFuture<Void>();
        });
  }

  /** Answers 503 where Kafka or the registry cannot be read. */
  private static <T> T unlessUnavailable(Supplier<T> read) {
    try {
      return read.get();
    } catch (KafkaException | RegistryUnavailableException failed) {
      LOG.atWarn().addKeyValue("reason", failed.toString()).log("reading the audit failed");
      throw ApiException.serviceUnavailable(
          "the audit cannot be read now: the log of this instance names the reason", RETRY_SECONDS);
    }
  }

  private static ReceiptFilter filter(Params params) {
    return new ReceiptFilter(
        params.read(QueryParams.FROM),
        params.read(QueryParams.TO),
        params.read(QueryParams.DECIDED_BY),
        params.read(QueryParams.OUTCOME).map(it -> DecisionOutcome.valueOf(it.name())),
        params.read(QueryParams.AUDITED_TASK),
        params.read(QueryParams.AUDITED_GATE));
  }

  private static ScanPosition position(String cursor) {
    try {
      return ScanPosition.parse(cursor);
    } catch (IllegalArgumentException notOurs) {
      throw ApiException.field("cursor", "cursor must be one that an answer gave as next");
    }
  }

  private Predicate<DecisionReceipt> selected(ReceiptFilter filter, TaskScope scope) {
    return receipt -> filter.selects(receipt) && isCovered(receipt, scope);
  }

  /**
   * Whether a scope covers a receipt. The workflow is that of the task, as the console or the
   * receipt knows it; otherwise the one that the decision names, which its sender chose.
   */
  private boolean isCovered(DecisionReceipt receipt, TaskScope scope) {
    if (scope.isAll()) {
      return true;
    }
    TaskProjection task = view.read(projection -> projection.task(receipt.getTaskId()));
    String workflow =
        Stream.of(
                Optional.ofNullable(task).map(TaskProjection::workflow),
                Optional.ofNullable(receipt.getTaskWorkflow()),
                Optional.ofNullable(receipt.getWorkflow()))
            .flatMap(Optional::stream)
            .findFirst()
            .orElse(null);
    return scope.covers(receipt.getTaskId(), workflow) && scope.coversId(receipt.getRootTaskId());
  }
}
