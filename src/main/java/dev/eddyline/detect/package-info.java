/**
 * The detectors: each is a function of an event, its history and its limits. Nothing of Kafka here.
 */
package dev.eddyline.detect;
