/** Detectors of what agents repeat to each other: requests, delegated goals, and messages. */
package dev.eddyline.detect.requests;
