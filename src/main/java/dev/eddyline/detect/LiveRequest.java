package dev.eddyline.detect;

import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.SeenEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/** A cached request of a history: its words are decoded once, and it is encoded once. Immutable. */
final class LiveRequest extends KnownRequest {

  private static final long serialVersionUID = 1L;

  /** Approximate size of a request in bytes. */
  private static final int BYTES = 512;

  private static final ByteBuffer NO_WORDS = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private transient WordList content;
  private transient Request request;
  private transient byte[] packed;

  private LiveRequest(KnownRequest known, SeenEvent first, SeenEvent last, WordList content) {
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
    this.content = content;
  }

  /** The request as it was stored. */
  static LiveRequest of(KnownRequest kept) {
    if (kept instanceof LiveRequest live) {
      return live;
    }
    SeenEvent first = kept.getFirst();
    if (kept.getSaid() != null && first.getWhat().isEmpty()) {
      first = SeenEvents.told(first, excerpt(kept.getSaid()));
    }
    return new LiveRequest(kept, first, kept.getLast() == null ? first : kept.getLast(), null);
  }

  /**
   * A complete request, except for its content words.
   *
   * @param content its words
   */
  static LiveRequest of(KnownRequest whole, WordList content) {
    return new LiveRequest(whole, whole.getFirst(), whole.getLast(), content);
  }

  /** A copy with changed fields and the same words. */
  LiveRequest as(KnownRequest changed) {
    return new LiveRequest(changed, changed.getFirst(), changed.getLast(), content);
  }

  /** A copy of the history with all requests cached. */
  static CollaborationHistory all(CollaborationHistory history) {
    boolean live = true;
    for (KnownRequest known : history.getRequests()) {
      live &= known instanceof LiveRequest;
    }
    if (live) {
      return history;
    }
    List<KnownRequest> requests = new ArrayList<>(history.getRequests());
    requests.replaceAll(LiveRequest::of);
    return new CollaborationHistory(
        history.getStamp(), history.getAnswersPublished(), requests, history.getWaiting());
  }

  /** The words to store of a request; none if its text is stored. */
  static ByteBuffer words(WordList content, String said) {
    return said == null ? content.kept() : NO_WORDS;
  }

  /** Its content words. */
  WordList content() {
    if (content == null) {
      String said = getSaid();
      content = said == null ? WordList.of(getWords(), getWhole()) : ContentWords.of(said, said);
    }
    return content;
  }

  /** The request in the form for comparison. */
  Request request() {
    if (request == null) {
      request = Request.of(this, content());
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
    boolean told = getSaid() != null && first.getWhat().equals(excerpt(getSaid()));
    KnownRequest kept = new KnownRequest();
    int fields = getSchema().getFields().size();
    for (int field = 0; field < fields; field++) {
      kept.put(field, get(field));
    }
    kept.setFirst(told ? SeenEvents.told(first, "") : first);
    kept.setLast(last.equals(first) ? null : last);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(BYTES);
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    kept.customEncode(encoder);
    return bytes.toByteArray();
  }

  /** The excerpt that a history stores of a request's event, if nothing in it is redacted. */
  private static String excerpt(String said) {
    return Redaction.cut(Redaction.line(said), SeenEvents.MAX_KEPT);
  }
}
