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
 * @param request returns the request with a number of bytes of user data, without headers
 * @param check whether headers and body of a reply are the result for that number of bytes
 */
record Messages(IntFunction<Request> request, BiPredicate<Integer, byte[]> check) {

    private static final String NEW = "<status>new</status>";

    /** Returns messages of a kind, followed by a topic or two formats. */
    static Messages of(String kind) {
        String[] words = kind.split(" ");
        return switch (words[0]) {
            case "bytes" -> unchanged(bytes -> new Request("", letters(bytes), 0));
            case "order" -> unchanged(Messages::order);
            // XML with two tags.
            case "two-tags" ->
                    unchanged(
                            bytes ->
                                    Request.afterRfh2(
                                            framed(
                                                    "<message><choice>true</choice><data>",
                                                    bytes,
                                                    "</data></message>"),
                                            Request.STRING,
                                            "<mcd><Msd>XML</Msd></mcd>"));
            case "changed-order" ->
                    new Messages(
                            Messages::order,
                            (bytes, reply) ->
                                    ascii(reply)
                                            .equals(
                                                    ascii(order(bytes).bytes())
                                                            .replace(
                                                                    NEW,
                                                                    NEW.replace("new", "done"))));
            // Twenty components must be added.
            case "csim" ->
                    new Messages(
                            Messages::csim,
                            (bytes, reply) ->
                                    ascii(reply).split("<Transport Type=\"A\"><Queue>", -1).length
                                                    == 21
                                            && reply.length >= csim(bytes).bytes().length);
            // A field at the start, in the middle and at the end; the length must stay.
            case "three-fields" ->
                    new Messages(
                            Messages::threeFields,
                            (bytes, reply) -> reply.length == threeFields(bytes).bytes().length);
            case "publication" ->
                    unchanged(
                            bytes ->
                                    Request.afterRfh2(
                                            letters(bytes),
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

    /** An order as XML, with as many items as fit. */
    private static Request order(int bytes) {
        StringBuilder xml =
                new StringBuilder("<order><id>").append(Database.ID).append("</id>" + NEW);
        xml.append(
                "<customer><name>Miller and"
                        + " Sons</name><city>Hursley</city><country>GB</country></customer>");
        String end = "<note></note></order>";
        for (int i = 1; true; i++) {
            String item =
                    "<item><number>%d</number><article>A%05d</article><quantity>%d</quantity><price>%d.50</price></item>"
                            .formatted(i, i * 37 % 100_000, i % 9 + 1, i * 13 % 1000);
            if (xml.length() + item.length() + end.length() > bytes) {
                break;
            }
            xml.append(item);
        }
        String rest = ".".repeat(bytes - xml.length() - end.length());
        xml.append("<note>").append(rest).append("</note></order>");
        return new Request(Request.STRING, bytes(xml.toString()), 0);
    }

    private static Request csim(int bytes) {
        String name = "csim/messages/csim-" + bytes / 1024 + "k.xml";
        return new Request(Request.STRING, Resources.sampleBytes(name), 0);
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
        String letters = "the quick brown fox jumps over the lazy dog ";
        return bytes(letters.repeat(bytes / letters.length() + 1).substring(0, bytes));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String ascii(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
