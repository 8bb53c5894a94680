/**
 * The console and its HTTP API: routes, JSON records, access checks, the view of published outputs.
 */
package dev.eddyline.console;
