/** Lint reports: text, JSON, SARIF and pictures. */
package dev.eddyline.graph.report;
