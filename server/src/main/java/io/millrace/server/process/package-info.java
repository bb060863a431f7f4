/**
 * The parts of a server process around its broker: the deployed applications and the administration
 * API.
 *
 * <p>Input: a started broker and its home folder. Output: flows that run, and an open port. Begin
 * with {@link io.millrace.server.process.Server}.
 */
package io.millrace.server.process;
