package io.millrace.connectors.http;

import io.helidon.http.Headers;
import io.millrace.engine.message.Bytes;

/**
 * A response to a request.
 *
 * @param status status code
 * @param headers headers, except connection headers
 * @param body body; can be empty
 */
record HttpReply(int status, Headers headers, Bytes body) {}
