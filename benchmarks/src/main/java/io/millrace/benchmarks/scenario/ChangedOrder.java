package io.millrace.benchmarks.scenario;

import java.nio.charset.StandardCharsets;

/** Orders whose status is changed. */
record ChangedOrder() implements Messages {

    @Override
    public Request request(int bytes) {
        return new Request(Request.STRING, OrderXml.of(bytes), 0);
    }

    @Override
    public void check(int bytes, byte[] reply) {
        String order = new String(OrderXml.of(bytes), StandardCharsets.US_ASCII);
        String changed = order.replace(OrderXml.STATUS, "<status>done</status>");
        if (!new String(reply, StandardCharsets.UTF_8).equals(changed)) {
            throw new IllegalStateException(
                    "an order of " + bytes + " bytes came out with more changed than its status");
        }
    }
}
