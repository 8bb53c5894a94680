/** The settings of a process: names, defaults, descriptions and checks. */
package dev.eddyline.config;
