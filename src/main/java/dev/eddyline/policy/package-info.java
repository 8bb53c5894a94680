/**
 * Policies: what is configurable, the reading and checking of YAML, presets, activation by time.
 */
package dev.eddyline.policy;
