/** The detector of external faults: failures of services, which are not the agent's own. */
package dev.eddyline.detect.faults;
