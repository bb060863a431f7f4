/**
 * The protocols FTP and SFTP of the file nodes, on Apache Commons Net and JSch.
 *
 * <p>Input: the settings of a node. Output: connections to folders of servers, which the file nodes
 * use. Start reading at {@link io.millrace.connectors.transfer.Ftp} and {@link
 * io.millrace.connectors.transfer.Sftp}.
 */
package io.millrace.connectors.transfer;
