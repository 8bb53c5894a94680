/** The command line: a class for each command, exit codes, log formats. */
package dev.eddyline.cli;
