/** Judges evaluation requests by rules, without a model, and says what a judgement is. */
package dev.eddyline.judgement;
