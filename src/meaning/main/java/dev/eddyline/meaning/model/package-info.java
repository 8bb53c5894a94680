/** The sentence model all-MiniLM-L6-v2 and its tokens. */
package dev.eddyline.meaning.model;
