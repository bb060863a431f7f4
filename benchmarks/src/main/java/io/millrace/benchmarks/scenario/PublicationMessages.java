package io.millrace.benchmarks.scenario;

import java.util.Arrays;

/** Bytes behind an MQRFH2 with the topic of a scenario. */
record PublicationMessages(String scenario) implements Messages {

    static String topic(String scenario) {
        return "bench/" + scenario;
    }

    @Override
    public Request request(int bytes) {
        return Rfh2.before(
                PlainMessages.letters(bytes),
                Request.NONE,
                "<psc><Command>Publish</Command><Topic>" + topic(scenario) + "</Topic></psc>");
    }

    @Override
    public void check(int bytes, byte[] reply) {
        if (!Arrays.equals(reply, request(bytes).bytes())) {
            throw new IllegalStateException(
                    "a publication of " + bytes + " bytes did not come as it was published");
        }
    }
}
