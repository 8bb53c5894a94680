/**
 * The JSON form of an event: one object a line, the envelope's fields and the body's fields side by
 * side, {@code type} naming the body. All of it follows from the Avro schema of the event.
 */
package dev.eddyline.json;
