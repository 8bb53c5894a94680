/** Which words of a text have content, in the text's own language. */
package dev.eddyline.language;
