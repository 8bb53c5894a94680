/** Avro records in Confluent's wire format, and the client of the schema registry. */
package dev.eddyline.registry;
