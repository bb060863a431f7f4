/** Tests of the node types of all connectors. */
package io.millrace.connectors;
