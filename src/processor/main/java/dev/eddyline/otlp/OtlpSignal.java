package dev.eddyline.otlp;

/** The two signals that are read: traces and logs. */
public enum OtlpSignal {
  TRACES("resourceSpans", "scopeSpans", "spans"),
  LOGS("resourceLogs", "scopeLogs", "logRecords");

  private final String resourcesField;
  private final String scopesField;
  private final String recordsField;

  OtlpSignal(String resourcesField, String scopesField, String recordsField) {
    this.resourcesField = resourcesField;
    this.scopesField = scopesField;
    this.recordsField = recordsField;
  }

  /** JSON field of the resources. */
  String resourcesField() {
    return resourcesField;
  }

  /** JSON field of the scopes of a resource. */
  String scopesField() {
    return scopesField;
  }

  /** JSON field of the spans or log records of a scope. */
  String recordsField() {
    return recordsField;
  }
}
