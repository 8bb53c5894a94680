package dev.eddyline.detect;

import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.text.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/** A cached request of a history: its words are decoded once, and it is encoded once. Immutable. */
final class CachedRequest extends KnownRequest {

  private static final long serialVersionUID = 1L;

  /** Approximate size of a request in bytes. */
  private static final int BYTES = 512;

  private static final ByteBuffer EMPTY_WORDS_BUFFER = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private transient WordList contentWords;
  private transient Request request;
  private transient byte[] packed;

  private CachedRequest(KnownRequest known, SeenEvent first, SeenEvent last, WordList content) {
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
        first,
        last,
        known.getCostBefore(),
        known.getText(),
        known.getVector(),
        known.getWordings(),
        known.getSaid());
    this.contentWords = content;
  }

  /** The request as it was stored. */
  static CachedRequest of(KnownRequest stored) {
    if (stored instanceof CachedRequest live) {
      return live;
    }
    SeenEvent first = stored.getFirst();
    if (stored.getSaid() != null && first.getWhat().isEmpty()) {
      first = SeenEvents.withText(first, excerpt(stored.getSaid()));
    }
    return new CachedRequest(
        stored, first, stored.getLast() == null ? first : stored.getLast(), null);
  }

  /**
   * A complete request, except for its content words.
   *
   * @param content its words
   */
  static CachedRequest of(KnownRequest whole, WordList content) {
    return new CachedRequest(whole, whole.getFirst(), whole.getLast(), content);
  }

  /** A copy with changed fields and the same words. */
  CachedRequest withChangedFields(KnownRequest changed) {
    return new CachedRequest(changed, changed.getFirst(), changed.getLast(), contentWords);
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

  /** The words to store of a request; none if its text is stored. */
  static ByteBuffer wordsToStore(WordList content, String text) {
    return text == null ? content.kept() : EMPTY_WORDS_BUFFER;
  }

  /** Its content words. */
  WordList contentWords() {
    if (contentWords == null) {
      String text = getSaid();
      contentWords =
          text == null ? WordList.of(getWords(), getWhole()) : ContentWords.of(Text.of(text), text);
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

  /** Writes the same bytes as the generated record, in Avro's binary form only. */
  @Override
  public void customEncode(Encoder out) throws IOException {
    if (packed == null) {
      packed = packed();
    }
    out.writeFixed(packed);
  }

  /** Encodes the request without fields that can be derived from others. */
  private byte[] packed() throws IOException {
    SeenEvent first = getFirst();
    SeenEvent last = getLast();
    boolean isDerived = getSaid() != null && first.getWhat().equals(excerpt(getSaid()));
    KnownRequest stored = new KnownRequest();
    int fields = getSchema().getFields().size();
    for (int field = 0; field < fields; field++) {
      stored.put(field, get(field));
    }
    stored.setFirst(isDerived ? SeenEvents.withText(first, "") : first);
    stored.setLast(last.equals(first) ? null : last);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(BYTES);
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    stored.customEncode(encoder);
    return bytes.toByteArray();
  }

  /** The excerpt that a history stores of a request's event, if nothing in it is redacted. */
  private static String excerpt(String text) {
    return Redaction.truncate(Redaction.toSingleLine(text), SeenEvents.MAX_EXCERPT_CHARS);
  }
}
