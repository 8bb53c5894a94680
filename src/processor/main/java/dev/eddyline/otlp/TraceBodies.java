package dev.eddyline.otlp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A body of OTLP, split by trace.
 *
 * @param encoding encoding of the bodies
 * @param byTrace a body for each trace, in the order of their first records; the key of records
 *     without a trace is empty
 * @param rejected number of unreadable records
 * @param problem what is wrong with the first unreadable one; empty without one
 */
public record TraceBodies(
    OtlpEncoding encoding, Map<String, byte[]> byTrace, int rejected, String problem) {

  /** Most bytes of all bodies: a resource is repeated for each trace. */
  private static final int MAX_BYTES = 64 << 20;

  /** Retains the order of the traces. */
  public TraceBodies {
    byTrace = Collections.unmodifiableMap(new LinkedHashMap<>(byTrace));
  }

  /** A map of bodies that refuses more bytes than one request may cause. */
  static final class BoundedBodies {
    private final Map<String, byte[]> byTrace = new LinkedHashMap<>();
    private long bytes;

    /**
     * Adds a body, or throws InvalidOtlpException when the resources of many traces are too long.
     */
    void put(String trace, byte[] body) {
      bytes += body.length;
      if (bytes > MAX_BYTES) {
        throw new InvalidOtlpException(
            "the attributes of the resource are too long for a body with so many traces: send"
                + " fewer traces in one body");
      }
      byTrace.put(trace, body);
    }

    Map<String, byte[]> byTrace() {
      return byTrace;
    }
  }

  /**
   * Splits a body. A body with one trace and no unreadable record remains as it came; others are
   * written in Protobuf, without unreadable records.
   *
   * @throws InvalidOtlpException when it is not OTLP at all
   */
  public static TraceBodies split(OtlpSignal signal, OtlpEncoding encoding, byte[] body) {
    return switch (encoding) {
      case PROTOBUF -> ProtobufSplitter.split(signal, body);
      case JSON -> splitJson(signal, body);
    };
  }

  private static TraceBodies splitJson(OtlpSignal signal, byte[] body) {
    OtlpBody read = OtlpBody.read(signal, OtlpEncoding.JSON, body);
    Map<String, List<TelemetryRecord>> records = new LinkedHashMap<>();
    for (TelemetryRecord record : read.records()) {
      records.computeIfAbsent(record.traceId(), none -> new ArrayList<>()).add(record);
    }
    boolean isWhole = records.size() == 1 && read.rejected() == 0;
    BoundedBodies bodies = new BoundedBodies();
    records.forEach(
        (trace, some) -> bodies.put(trace, isWhole ? body : OtlpWriter.write(signal, some)));
    return new TraceBodies(
        isWhole ? OtlpEncoding.JSON : OtlpEncoding.PROTOBUF,
        bodies.byTrace(),
        read.rejected(),
        read.problem());
  }
}
