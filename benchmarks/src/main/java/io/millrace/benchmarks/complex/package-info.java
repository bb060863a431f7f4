/**
 * The complex compute node of IBM's WMQI V2.1 performance report (Appendix C): copy a message and
 * build up to twenty fields from a list that is in it. Done by Millrace and by what else a Java
 * programmer could take, each from bytes to bytes and with the same result.
 *
 * <p>In come the messages of the sample {@code csim}; begin with {@link
 * io.millrace.benchmarks.complex.Peer}.
 */
package io.millrace.benchmarks.complex;
