package dev.eddyline.importer;

/** The import was interrupted. */
final class ImportStoppedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ImportStoppedException(InterruptedException interrupted) {
    super("the import was stopped", interrupted);
  }
}
