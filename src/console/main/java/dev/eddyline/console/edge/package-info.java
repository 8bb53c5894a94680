/**
 * What comes before the handlers: the routes with their description, access checks, sessions of
 * browsers, callers and other instances.
 */
package dev.eddyline.console.edge;
