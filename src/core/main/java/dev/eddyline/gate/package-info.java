/**
 * What follows a detection: loop counter, escalation, verdict, gate, reset. Nothing of Kafka here.
 */
package dev.eddyline.gate;
