/** Avro's binary form, written and read without copies, and the models of our own records. */
package dev.eddyline.avro;
