/**
 * What families of detectors share: the interface of a detector, its input and result, the place of
 * its history, and their common helpers.
 */
package dev.eddyline.detect.api;
