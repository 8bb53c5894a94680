/**
 * The detectors, in a package for each family: each is a function of an event, its history and its
 * limits. This package lists them. Nothing of Kafka here.
 */
package dev.eddyline.detect;
