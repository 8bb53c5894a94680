package dev.eddyline.otlp;

/**
 * An event of a span, for example an exception.
 *
 * @param name name of the event
 * @param attributes its attributes
 */
public record SpanEvent(String name, Attributes attributes) {}
