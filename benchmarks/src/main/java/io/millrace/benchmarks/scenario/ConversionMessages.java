package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.record.Format;

import java.util.Locale;

/** The record of the sample {@code conversions}, behind an MQRFH2 that says what it is. */
record ConversionMessages(Format from, Format to) implements Messages {

    /** A format by its word in the report's scenarios: {@code xml}, {@code mrm-xml} ... */
    static Format format(String word) {
        return Format.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Override
    public Request request(int bytes) {
        return Rfh2.before(
                from.message(bytes),
                from == Format.XML ? Request.STRING : Request.NONE,
                "<mcd>" + from.messageType() + "</mcd>");
    }

    @Override
    public void check(int bytes, byte[] reply) {
        to.check(reply, from, bytes);
    }
}
