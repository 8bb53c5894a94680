/** The records of the JSON answers of the API. */
package dev.eddyline.console.json;
