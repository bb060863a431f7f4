/**
 * HTTP requests to and from flows beside the library on which the nodes are built, and beside
 * Camel. Start reading at {@link io.millrace.benchmarks.http.HttpServerBenchmark}.
 */
package io.millrace.benchmarks.http;
