/** Signatures that instances of one installation make and check. */
package dev.eddyline.signing;
