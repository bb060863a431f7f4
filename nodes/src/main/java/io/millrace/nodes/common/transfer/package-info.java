/**
 * The interface between nodes that transfer files and the protocols of file servers.
 *
 * <p>Input: the settings of a node. Output: connections to folders of servers. Connectors implement
 * {@link io.millrace.nodes.common.transfer.FileTransferProtocol}; start reading there.
 */
package io.millrace.nodes.common.transfer;
