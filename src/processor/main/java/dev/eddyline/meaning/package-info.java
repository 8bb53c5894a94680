/** The sentence model and the threads that run it outside of the stream. */
package dev.eddyline.meaning;
