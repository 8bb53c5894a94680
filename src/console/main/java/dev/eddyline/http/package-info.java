/** HTTP listeners that no client can exhaust: limits in front of the routes, and TLS from files. */
package dev.eddyline.http;
