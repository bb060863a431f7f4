/**
 * Nodes that read and write files in the unit of work of a message.
 *
 * <p>The position in an input file and the committed length of an output file are records of {@link
 * io.millrace.engine.state.State}. Files are local; FTP and SFTP are not supported.
 *
 * <p>Start reading at {@link io.millrace.nodes.file.FileInput}.
 */
package io.millrace.nodes.file;
