/** The reader of the output topics and their JSON forms. */
package dev.eddyline.outputs;
