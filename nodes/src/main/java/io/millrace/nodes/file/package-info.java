/**
 * Nodes that read and write files in the unit of work of a message.
 *
 * <p>The position in an input file and the committed length of an output file are records of {@link
 * io.millrace.engine.state.State}. The nodes can also transfer files of FTP and SFTP servers, with
 * the protocols of {@code common.transfer}.
 *
 * <p>Start reading at {@link io.millrace.nodes.file.FileInput}.
 */
package io.millrace.nodes.file;
