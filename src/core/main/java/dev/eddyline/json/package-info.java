/**
 * The JSON form of an event: one object per line with the fields of envelope and body; {@code type}
 * names the body. Derived from the Avro schema of the event.
 */
package dev.eddyline.json;
