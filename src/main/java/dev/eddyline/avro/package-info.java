/** A fast Avro binary encoder and a reader of packed histories. */
package dev.eddyline.avro;
