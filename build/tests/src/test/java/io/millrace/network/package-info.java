/** Nodes that call servers, with faults of the network between them. */
package io.millrace.network;
