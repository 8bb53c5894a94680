package dev.eddyline.detect;

import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptCall;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Parts of a task's state that stay as they are. Each event of the task writes the state again:
 * what is written a second time keeps its bytes for all further times.
 */
final class Encoded {

  private Encoded() {}

  /** An action as it is kept. */
  static final class Action extends KeptAction {

    private static final long serialVersionUID = 1L;

    private transient boolean written;
    private transient byte[] bytes;

    Action(ToolAction action, int tool, int agent) {
      super(
          action.call(),
          tool,
          agent,
          action.failed(),
          action.result() == null ? null : action.result().kept(),
          action.eventId(),
          action.at(),
          action.partition(),
          action.offset(),
          action.tokens(),
          action.costUsd() == 0 ? null : (Double) action.costUsd());
    }

    /** Whether it names the tool and the agent by these numbers. */
    boolean isNamed(int tool, int agent) {
      return getTool() == tool && getAgent() == agent;
    }

    @Override
    public void customEncode(Encoder out) throws IOException {
      if (written) {
        bytes = bytes == null ? encoded(super::customEncode) : bytes;
        out.writeFixed(bytes);
      } else {
        super.customEncode(out);
        written = true;
      }
    }
  }

  /** A call as it is kept. */
  static final class Call extends KeptCall {

    private static final long serialVersionUID = 1L;

    private transient boolean written;
    private transient byte[] bytes;

    Call(OpenCall call) {
      super(call.callId(), call.call(), call.retry(), call.arguments().kept());
    }

    @Override
    public void customEncode(Encoder out) throws IOException {
      if (written) {
        bytes = bytes == null ? encoded(super::customEncode) : bytes;
        out.writeFixed(bytes);
      } else {
        super.customEncode(out);
        written = true;
      }
    }
  }

  /** What writes itself. */
  @FunctionalInterface
  interface Part {
    /** Writes it in Avro's binary form. */
    void writeTo(Encoder out) throws IOException;
  }

  static byte[] encoded(Part part) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    part.writeTo(encoder);
    return bytes.toByteArray();
  }
}
