package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.detect.similarity.WordList;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.text.Truncation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** A request of a history, whose words are decoded once. Immutable. */
final class CachedRequest extends KnownRequest {

  private static final long serialVersionUID = 1L;

  /** The request as it was read from the store; null if it is new or changed. */
  private final transient @Nullable KnownRequest stored;

  private transient @Nullable WordList contentWords;
  private transient @Nullable Request request;

  private CachedRequest(
      KnownRequest known, @Nullable KnownRequest stored, @Nullable WordList content) {
    super(
        known.getFrom(),
        known.getTo(),
        known.getExact(),
        known.getNormalized(),
        known.getWords(),
        known.getWhole(),
        known.getAttempts(),
        known.getAnswered(),
        known.getProgress(),
        known.getNews(),
        known.getFirst(),
        known.getLast(),
        known.getCostBefore(),
        known.getText(),
        known.getVector(),
        known.getWordings(),
        known.getSaid());
    this.stored = stored;
    this.contentWords = content;
  }

  /** The request as it was stored. */
  static CachedRequest of(KnownRequest stored) {
    return stored instanceof CachedRequest live ? live : new CachedRequest(stored, stored, null);
  }

  /**
   * A complete request, except for its content words.
   *
   * @param content its words
   */
  static CachedRequest of(KnownRequest whole, WordList content) {
    return new CachedRequest(whole, null, content);
  }

  /** A copy with changed fields and the same words. */
  CachedRequest withChangedFields(KnownRequest changed) {
    return new CachedRequest(changed, null, contentWords);
  }

  /** A copy of the history with all requests cached. */
  static CollaborationHistory withCachedRequests(CollaborationHistory history) {
    boolean live = true;
    for (KnownRequest known : history.getRequests()) {
      live &= known instanceof CachedRequest;
    }
    if (live) {
      return history;
    }
    List<KnownRequest> requests = new ArrayList<>(history.getRequests());
    requests.replaceAll(CachedRequest::of);
    return new CollaborationHistory(
        history.getStamp(), history.getAnswersPublished(), requests, history.getWaiting());
  }

  /** The first such request, with its text. */
  @Override
  public SeenEvent getFirst() {
    SeenEvent first = super.getFirst();
    if (getSaid() != null && first.getWhat().isEmpty()) {
      first = SeenEvents.withText(first, excerpt(getSaid()));
      setFirst(first);
    }
    return first;
  }

  /** The newest such request, with its text. */
  @Override
  public SeenEvent getLast() {
    SeenEvent last = super.getLast();
    return last == null ? getFirst() : last;
  }

  /** Its content words. */
  WordList contentWords() {
    if (contentWords == null) {
      contentWords = WordList.of(getWords(), getWhole());
    }
    return contentWords;
  }

  /** The request in the form for comparison. */
  Request request() {
    if (request == null) {
      request = Request.of(this, contentWords());
    }
    return request;
  }

  /** Writes the request without what can be derived from its other fields. */
  @Override
  public void customEncode(Encoder out) throws IOException {
    (stored == null ? withoutDerivedFields() : stored).customEncode(out);
  }

  private KnownRequest withoutDerivedFields() {
    SeenEvent first = getFirst();
    SeenEvent last = getLast();
    boolean isDerived = getSaid() != null && first.getWhat().equals(excerpt(getSaid()));
    KnownRequest shorter = new KnownRequest();
    int fields = getSchema().getFields().size();
    for (int field = 0; field < fields; field++) {
      shorter.put(field, get(field));
    }
    shorter.setFirst(isDerived ? SeenEvents.withText(first, "") : first);
    shorter.setLast(last.equals(first) ? null : last);
    return shorter;
  }

  /** The excerpt that a history stores of a request's event, if nothing in it is redacted. */
  private static String excerpt(String text) {
    int most = SeenEvents.MAX_EXCERPT_CHARS;
    return Truncation.shorten(Redaction.toSingleLine(text, most), most);
  }
}
