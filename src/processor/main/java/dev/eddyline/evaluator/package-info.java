/**
 * The evaluator process: it asks a model or rules whether a task makes progress, and publishes the
 * evaluation.
 */
package dev.eddyline.evaluator;
