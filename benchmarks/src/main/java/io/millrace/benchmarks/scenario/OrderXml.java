package io.millrace.benchmarks.scenario;

import java.nio.charset.StandardCharsets;

/** An order as XML, with the number of items that a size requires. */
final class OrderXml {

    static final String ID = "4711";
    static final String STATUS = "<status>new</status>";

    private static final String END = "</order>";

    private OrderXml() {}

    static byte[] of(int bytes) {
        StringBuilder xml =
                new StringBuilder("<order><id>" + ID + "</id>" + STATUS)
                        .append("<customer><name>Miller and Sons</name><city>Hursley</city>")
                        .append("<country>GB</country></customer>");
        for (int i = 1; true; i++) {
            String item =
                    "<item><number>%d</number><article>A%05d</article><quantity>%d</quantity>"
                            + "<price>%d.50</price></item>";
            String next = item.formatted(i, i * 37 % 100_000, i % 9 + 1, i * 13 % 1000);
            if (xml.length() + next.length() + "<note></note>".length() + END.length() > bytes) {
                break;
            }
            xml.append(next);
        }
        int rest = bytes - xml.length() - "<note></note>".length() - END.length();
        xml.append("<note>").repeat('.', rest).append("</note>").append(END);
        return xml.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
