/** The threads that answer with vectors of the sentence model, outside of the stream. */
package dev.eddyline.meaning;
