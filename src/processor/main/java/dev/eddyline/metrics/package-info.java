/** All metrics: names, labels, descriptions, and the meters behind them. */
package dev.eddyline.metrics;
