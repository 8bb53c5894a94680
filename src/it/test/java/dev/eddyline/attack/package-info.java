/** Attacks the HTTP server of a processor. */
package dev.eddyline.attack;
