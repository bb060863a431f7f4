/** Clients of other protocols exchange messages with flows. */
package io.millrace.clients;
