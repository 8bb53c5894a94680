/** The detector of similar responses. */
package dev.eddyline.detect.responses;
