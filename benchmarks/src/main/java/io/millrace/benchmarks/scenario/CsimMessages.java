package io.millrace.benchmarks.scenario;

import java.nio.charset.StandardCharsets;

/** The messages of the sample {@code csim}, to which twenty components are added. */
record CsimMessages() implements Messages {

    private static final int ADDED = 20;
    private static final int KILO = 1024;
    private static final String TRANSPORT = "<Transport Type=\"A\"><Queue>";

    @Override
    public Request request(int bytes) {
        return new Request(
                Request.STRING,
                Resources.sampleBytes("csim", "messages/csim-" + bytes / KILO + "k.xml"),
                0);
    }

    @Override
    public void check(int bytes, byte[] reply) {
        String text = new String(reply, StandardCharsets.UTF_8);
        int found = 0;
        int at = text.indexOf(TRANSPORT);
        while (at >= 0) {
            found++;
            at = text.indexOf(TRANSPORT, at + 1);
        }
        if (found != ADDED || reply.length < request(bytes).bytes().length) {
            throw new IllegalStateException(
                    "a message of " + bytes + " bytes came out with " + found + " components");
        }
    }
}
