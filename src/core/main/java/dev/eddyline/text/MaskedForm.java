package dev.eddyline.text;

/**
 * Writes a text in the form in which it is compared: no leading or trailing whitespace, each other
 * run of whitespace a space, and masks in the place of volatile parts. For evidence and people;
 * texts are compared by hashes.
 */
final class MaskedForm {

  private final Text text;
  private final StringBuilder form;

  private MaskedForm(Text text) {
    this.text = text;
    form = new StringBuilder(text.source().length());
  }

  /**
   * The form of a text.
   *
   * @param lines whether lines and columns are volatile
   */
  static String of(Text text, boolean lines) {
    MaskedForm masked = new MaskedForm(text);
    new Stretches(text, lines).each(masked::add, kind -> masked.form.append(kind.mask()));
    int length = masked.form.length();
    if (length > 0 && masked.form.charAt(length - 1) == ' ') {
      masked.form.setLength(length - 1);
    }
    return masked.form.append(text.rest()).toString();
  }

  private void add(int from, int to) {
    for (int token = from; token < to; token++) {
      if (!Tags.isSpace(text.tag(token))) {
        form.append(text.chars(), text.start(token), text.end(token) - text.start(token));
      } else if (!form.isEmpty()) {
        form.append(' ');
      }
    }
  }
}
