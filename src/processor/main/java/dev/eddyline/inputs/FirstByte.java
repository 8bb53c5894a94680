package dev.eddyline.inputs;

/** Recognises formats by the first byte of a value. */
final class FirstByte {

  /** UTF-8 byte order mark, which some producers write before JSON. */
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private FirstByte() {}

  /** Whether the value begins with the magic byte of Confluent's wire format. */
  static boolean isAvro(byte[] value) {
    return value.length > 0 && value[0] == 0;
  }

  /** Whether the value begins with a JSON object, after optional white space. */
  static boolean isJson(byte[] value) {
    return ofText(value) == '{';
  }

  /** Whether the value begins with a JSON array, after optional white space. */
  static boolean isJsonArray(byte[] value) {
    return ofText(value) == '[';
  }

  /** The first byte after a byte order mark and white space; 0 for none. */
  private static byte ofText(byte[] value) {
    int at = beginsWithMark(value) ? BYTE_ORDER_MARK.length : 0;
    while (at < value.length && isWhiteSpace(value[at])) {
      at++;
    }
    return at < value.length ? value[at] : 0;
  }

  private static boolean beginsWithMark(byte[] value) {
    return value.length >= BYTE_ORDER_MARK.length
        && value[0] == BYTE_ORDER_MARK[0]
        && value[1] == BYTE_ORDER_MARK[1]
        && value[2] == BYTE_ORDER_MARK[2];
  }

  private static boolean isWhiteSpace(byte one) {
    return one == ' ' || one == '\t' || one == '\n' || one == '\r';
  }
}
