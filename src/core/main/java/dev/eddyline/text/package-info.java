/**
 * What a text means to the detectors: its tokens, words, volatile parts and fingerprints. One
 * grammar defines it, and each text is read once.
 */
package dev.eddyline.text;
