package io.millrace.benchmarks.scenario;

import io.millrace.benchmarks.record.Format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The messages of a scenario.
 *
 * @param request returns the request with a number of bytes of user data, without headers
 * @param check validates replies
 */
record Messages(IntFunction<Request> request, Check check) {

    /** Validates a reply. */
    interface Check {

        /**
         * @param bytes of the request's user data
         * @param reply headers and body after the MQMD
         * @throws IllegalStateException if the reply is not the result of the work
         */
        void accept(int bytes, byte[] reply);
    }

    private static final int KB = 1024;
    private static final int ADDED_COMPONENTS = 20;
    private static final String COMPONENT = "<Transport Type=\"A\"><Queue>";
    private static final String LETTERS = "the quick brown fox jumps over the lazy dog ";

    /** Bytes without a format. */
    static final Messages BYTES = unchanged(bytes -> new Request(Request.NONE, letters(bytes), 0));

    /** Orders as XML. */
    static final Messages ORDER = unchanged(Messages::order);

    /** XML with two tags after an MQRFH2. */
    static final Messages TWO_TAGS =
            unchanged(
                    bytes ->
                            Rfh2.before(
                                    framed(
                                            "<message><choice>true</choice><data>",
                                            bytes,
                                            "</data></message>"),
                                    Request.STRING,
                                    "<mcd><Msd>XML</Msd></mcd>"));

    /** Orders whose status must change. */
    static final Messages CHANGED_ORDER =
            new Messages(
                    Messages::order,
                    (bytes, reply) -> {
                        String changed =
                                ascii(OrderXml.of(bytes))
                                        .replace(OrderXml.STATUS, "<status>done</status>");
                        require(ascii(reply).equals(changed), bytes);
                    });

    /** The messages of the sample {@code csim}, to which twenty components must be added. */
    static final Messages CSIM =
            new Messages(
                    Messages::csim,
                    (bytes, reply) ->
                            require(
                                    ascii(reply).split(COMPONENT, -1).length - 1 == ADDED_COMPONENTS
                                            && reply.length >= csim(bytes).bytes().length,
                                    bytes));

    /** Orders with a field at the start, in the middle and at the end; the length must stay. */
    static final Messages THREE_FIELDS =
            new Messages(
                    Messages::threeFields,
                    (bytes, reply) ->
                            require(reply.length == threeFields(bytes).bytes().length, bytes));

    private static Messages unchanged(IntFunction<Request> request) {
        return new Messages(
                request,
                (bytes, reply) ->
                        require(Arrays.equals(reply, request.apply(bytes).bytes()), bytes));
    }

    /** Returns bytes after an MQRFH2 with a topic. */
    static Messages publication(String topic) {
        return unchanged(
                bytes ->
                        Rfh2.before(
                                letters(bytes),
                                Request.NONE,
                                "<psc><Command>Publish</Command><Topic>"
                                        + topic
                                        + "</Topic></psc>"));
    }

    /** Returns the record of the sample {@code conversions} after an MQRFH2. */
    static Messages conversion(Format from, Format to) {
        return new Messages(
                bytes ->
                        Rfh2.before(
                                from.message(bytes),
                                from == Format.XML ? Request.STRING : Request.NONE,
                                "<mcd>" + from.messageType() + "</mcd>"),
                (bytes, reply) -> to.check(reply, from, bytes));
    }

    private static void require(boolean correct, int bytes) {
        if (!correct) {
            throw new IllegalStateException("wrong reply to a message of " + bytes + " bytes");
        }
    }

    private static Request order(int bytes) {
        return new Request(Request.STRING, OrderXml.of(bytes), 0);
    }

    private static Request csim(int bytes) {
        String name = "messages/csim-" + bytes / KB + "k.xml";
        return new Request(Request.STRING, Resources.sampleBytes("csim", name), 0);
    }

    private static Request threeFields(int bytes) {
        String item = "<item><number>12345</number><name>thing</name></item>";
        String fields = "<order><start>yes</start>%s<middle>yes</middle>%s<end>yes</end></order>";
        String half = item.repeat(Math.max(0, (bytes - fields.length() + 4) / 2 / item.length()));
        return new Request(Request.STRING, bytes(fields.formatted(half, half)), 0);
    }

    private static byte[] framed(String begin, int bytes, String end) {
        return bytes(begin + ascii(letters(bytes - begin.length() - end.length())) + end);
    }

    private static byte[] letters(int bytes) {
        return bytes(LETTERS.repeat(bytes / LETTERS.length() + 1).substring(0, bytes));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String ascii(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
