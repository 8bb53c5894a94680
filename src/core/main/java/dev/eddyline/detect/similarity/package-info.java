/** How similar two texts are, by their words or by the sentence model. */
package dev.eddyline.detect.similarity;
