/**
 * Policies: what is configurable, the reading and checking of YAML, presets, overrides and mutes.
 */
package dev.eddyline.policy;
