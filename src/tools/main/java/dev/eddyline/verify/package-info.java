/** Recomputes what was committed, and compares. */
package dev.eddyline.verify;
