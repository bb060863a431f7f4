/**
 * HTTP requests to and from flows beside the library on which the nodes are built. Start reading at
 * {@link io.millrace.benchmarks.http.HttpServerBenchmark}.
 */
package io.millrace.benchmarks.http;
