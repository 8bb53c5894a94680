package dev.eddyline.detect.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.TextDetectorHarness;
import dev.eddyline.schema.CollaborationHistory;
import dev.eddyline.schema.KnownRequest;
import dev.eddyline.schema.TrustedClasses;
import dev.eddyline.text.Masking;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as a history keeps them between events and in its store. */
@ExtendWith(TrustedClasses.class)
class CachedRequestTest {

  private final TextDetectorHarness<CollaborationHistory, CollaborationLoop.Limits> run =
      new TextDetectorHarness<>(
          new CollaborationLoop(),
          new CollaborationHistory(1L, false, List.of(), List.of()),
          new CollaborationLoop.Limits(
              true, RequestMeasure.MEANING, 0.85, Duration.ofHours(24), false, Masking.shipped()));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Review the parser",
        " Please review\n the   parser, then the lexer of module A and what else you find to read",
        "Mail it to someone@example.com",
        "語 naïve 😀",
        "the and"
      })
  void writtenRequestReadsBackUnchanged(String text) throws IOException {
    // Given
    run.asks("b", text);
    run.asks("c", text.repeat(600 / text.length()));
    run.asks("b", text);

    // When
    CollaborationHistory again = CachedRequest.withCachedRequests(read(written(run.history())));

    // Then
    assertThat(written(again)).isEqualTo(written(run.history()));
    for (int place = 0; place < again.getRequests().size(); place++) {
      KnownRequest known = run.history().getRequests().get(place);
      KnownRequest read = again.getRequests().get(place);
      assertThat(read.getFirst()).isEqualTo(known.getFirst());
      assertThat(read.getLast()).isEqualTo(known.getLast());
      Request storedRequest = Request.of(read);
      assertThat(storedRequest.contentWords().kept())
          .isEqualTo(Request.of(known).contentWords().kept());
      assertThat(storedRequest.contentWords().whole())
          .isEqualTo(Request.of(known).contentWords().whole());
    }
  }

  @Test
  void requestTextIsWrittenOnce() throws IOException {
    String text = "Review how the parser reads numbers, and whether it tells where one ends.";

    run.asks("b", text);

    assertThat(new String(written(run.history()), StandardCharsets.UTF_8)).containsOnlyOnce(text);
  }

  @Test
  void aModelIsGivenTheSameBeforeAndAfter() throws IOException {
    run.asks("b", "Please  review\nthe parser once more");

    KnownRequest known = run.history().getRequests().get(0);
    KnownRequest again = CachedRequest.of(read(written(run.history())).getRequests().get(0));

    assertThat(KnownRequests.sentenceModelInput(known))
        .isEqualTo("review the parser")
        .isEqualTo(KnownRequests.sentenceModelInput(again));
  }

  @Test
  void requestOfAnOlderReleaseIsReadAndContinued() throws IOException {
    // Given
    run.asks("b", "Review the parser of module A");
    run.asAgent("b").answers("agent-1");
    KnownRequest known = run.history().getRequests().get(0);

    // When
    run.restoreHistory(
        CachedRequest.withCachedRequests(read(version1(), writtenByVersion1(known))));
    run.asAgent("agent-1").asks("b", "Review the parser of module A");

    // Then
    assertThat(run.history().getRequests()).hasSize(1);
    KnownRequest again = run.history().getRequests().get(0);
    assertThat(again.getAttempts()).isEqualTo(2);
    assertThat(again.getFirst()).isEqualTo(known.getFirst());
    assertThat(Request.of(again).contentWords().kept())
        .isEqualTo(Request.of(known).contentWords().kept());
    assertThat(KnownRequests.sentenceModelInput(again))
        .isEqualTo(KnownRequests.sentenceModelInput(known));
  }

  /** It stored the words, the model input and the newest event apart. */
  private static byte[] writtenByVersion1(KnownRequest known) throws IOException {
    Schema history = version1();
    Schema request = history.getField("requests").schema().getElementType();
    GenericRecord storedRequest = new GenericData.Record(request);
    for (Schema.Field field : request.getFields()) {
      storedRequest.put(
          field.pos(),
          switch (field.name()) {
            case "words" -> Request.of(known).contentWords().kept();
            case "whole" -> Request.of(known).contentWords().whole();
            case "text" -> KnownRequests.sentenceModelInput(known);
            case "last" -> known.getFirst();
            default -> known.get(known.getSchema().getField(field.name()).pos());
          });
    }
    GenericRecord all = new GenericData.Record(history);
    all.put("stamp", 1L);
    all.put("answersPublished", true);
    all.put("requests", List.of(storedRequest));
    all.put("waiting", List.of());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    new GenericDatumWriter<GenericRecord>(history, SpecificData.get()).write(all, encoder);
    return bytes.toByteArray();
  }

  private static Schema version1() throws IOException {
    return new Schema.Parser()
        .parse(Path.of("src/core/test/resources/schemas/v1/CollaborationHistory.avsc").toFile());
  }

  private static byte[] written(CollaborationHistory history) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    history.customEncode(encoder);
    return bytes.toByteArray();
  }

  private static CollaborationHistory read(byte[] bytes) throws IOException {
    return read(CollaborationHistory.SCHEMA$, bytes);
  }

  private static CollaborationHistory read(Schema writer, byte[] bytes) throws IOException {
    return new SpecificDatumReader<CollaborationHistory>(writer, CollaborationHistory.SCHEMA$)
        .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
  }
}
