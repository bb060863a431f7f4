package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.Resources;
import io.millrace.benchmarks.library.Format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;

/**
 * The messages of a scenario.
 *
 * @param request function that returns the request with a number of bytes of user data, not
 *     counting headers
 * @param check condition that headers and body of a reply to a request of that size must meet
 */
record Messages(IntFunction<Request> request, BiPredicate<Integer, byte[]> check) {

    private static final String ORDER =
            "<order><id>4711</id><status>new</status><customer><name>Miller and Sons</name>"
                    + "<city>Hursley</city><country>GB</country></customer>";
    private static final String ITEM =
            "<item><number>%d</number><article>A%05d</article><quantity>%d</quantity><price>%d.50</price></item>";

    /**
     * Returns messages of a kind. In the argument, the kind can be followed by a topic or two
     * formats.
     */
    static Messages of(String kind) {
        String[] words = kind.split(" ");
        return switch (words[0]) {
            case "bytes" -> unchanged(bytes -> new Request("", bytes(letters(bytes)), 0));
            case "order" -> unchanged(bytes -> text(order(bytes)));
            // XML with two tags.
            case "two-tags" ->
                    unchanged(
                            bytes ->
                                    Request.afterRfh2(
                                            bytes(
                                                    "<message><choice>true</choice><data>"
                                                            + letters(bytes - 53)
                                                            + "</data></message>"),
                                            Request.STRING,
                                            "<mcd><Msd>XML</Msd></mcd>"));
            case "changed-order" ->
                    new Messages(
                            bytes -> text(order(bytes)),
                            (bytes, reply) ->
                                    ascii(reply)
                                            .equals(
                                                    order(bytes)
                                                            .replace(
                                                                    "<status>new",
                                                                    "<status>done")));
            // Twenty components must be added.
            case "csim" ->
                    new Messages(
                            bytes -> text(csim(bytes)),
                            (bytes, reply) ->
                                    ascii(reply).split("<Transport Type=\"A\"><Queue>", -1).length
                                                    == 21
                                            && reply.length >= csim(bytes).length());
            // A field at the start, in the middle and at the end; the length must stay.
            case "three-fields" ->
                    new Messages(
                            bytes -> text(threeFields(bytes)),
                            (bytes, reply) -> reply.length == threeFields(bytes).length());
            case "publication" ->
                    unchanged(
                            bytes ->
                                    Request.afterRfh2(
                                            bytes(letters(bytes)),
                                            "",
                                            "<psc><Command>Publish</Command><Topic>%s</Topic></psc>"
                                                    .formatted(words[1])));
            default -> conversion(Format.of(words[1]), Format.of(words[2]));
        };
    }

    private static Messages unchanged(IntFunction<Request> request) {
        return new Messages(
                request, (bytes, reply) -> Arrays.equals(reply, request.apply(bytes).bytes()));
    }

    private static Messages conversion(Format from, Format to) {
        return new Messages(
                bytes ->
                        Request.afterRfh2(
                                from.message(bytes),
                                from == Format.XML ? Request.STRING : "",
                                "<mcd>" + from.messageType() + "</mcd>"),
                (bytes, reply) -> {
                    to.check(reply, from, bytes);
                    return true;
                });
    }

    /** Returns an order as XML, with as many items as fit. */
    private static String order(int bytes) {
        String end = "<note>%s</note></order>";
        StringBuilder xml = new StringBuilder(ORDER);
        String item = "";
        for (int i = 1; xml.length() + item.length() + end.length() - 2 <= bytes; i++) {
            xml.append(item);
            item = ITEM.formatted(i, i * 37 % 100_000, i % 9 + 1, i * 13 % 1000);
        }
        return xml + end.formatted(".".repeat(bytes - xml.length() - end.length() + 2));
    }

    private static String csim(int bytes) {
        return Resources.sampleText("csim/messages/csim-" + bytes / 1024 + "k.xml");
    }

    private static String threeFields(int bytes) {
        String item = "<item><number>12345</number><name>thing</name></item>";
        String fields = "<order><start>yes</start>%s<middle>yes</middle>%s<end>yes</end></order>";
        String half = item.repeat(Math.max(0, (bytes - fields.length() + 4) / 2 / item.length()));
        return fields.formatted(half, half);
    }

    private static String letters(int bytes) {
        String letters = "the quick brown fox jumps over the lazy dog ";
        return letters.repeat(bytes / letters.length() + 1).substring(0, bytes);
    }

    private static Request text(String text) {
        return new Request(Request.STRING, bytes(text), 0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String ascii(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
