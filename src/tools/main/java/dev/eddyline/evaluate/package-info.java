/**
 * Evaluation: labelled runs are replayed, and verdicts are compared with the labels. It reports
 * precision, recall, delay and false alarms.
 */
package dev.eddyline.evaluate;
