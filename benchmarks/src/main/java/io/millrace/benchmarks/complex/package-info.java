/**
 * The complex Compute node of the WMQI V2.1 report (Appendix C): copy a message and create up to
 * twenty fields from a list in it. Millrace and other libraries do the work from bytes to bytes
 * with the same result. Begin with {@link io.millrace.benchmarks.complex.Peer}.
 */
package io.millrace.benchmarks.complex;
