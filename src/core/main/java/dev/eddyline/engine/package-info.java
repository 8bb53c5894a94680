/**
 * The engine of a partition: validates an input, re-routes a misrouted one, runs the rules on it,
 * and says what it causes. Nothing of Kafka here.
 */
package dev.eddyline.engine;
