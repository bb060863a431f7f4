package io.millrace.models.c;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.Math.max;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.NearbyFiles;
import io.millrace.models.Rendered;
import io.millrace.parsers.model.DefaultEncoding.ByteOrder;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.mrm.cwf.CwfPlace;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Sizes and offsets against those that gcc 12 printed for the same header with {@code sizeof} and
 * {@code offsetof} (of 32 bits with {@code -m32 -malign-double}).
 */
class CHeaderLayoutTest {

    private static MessageSet set(CHeaderOptions options) throws IOException {
        Problems problems = new Problems();
        Source header = new Source("records.h", Rendered.resource("/c/records.h"));
        MessageSet set =
                CHeader.read(header, "records", options, NearbyFiles.NONE, problems)
                        .set()
                        .orElse(null);
        Rendered.assertNone(problems);
        return set;
    }

    /** As the program that the expected files come from prints it. */
    private static List<String> layout(MessageSet set) {
        var lines = new ArrayList<String>();
        for (ElementDeclaration message : set.messages().values()) {
            var path = new TreeMap<Integer, String>();
            path.put(-1, message.name());
            int end = 0;
            for (CwfPlace place : Rendered.places(set, message)) {
                boolean named = place.element() != null && !place.element().name().equals("choice");
                String outer = path.get(place.depth() - 1);
                path.put(place.depth(), named ? outer + "." + place.element().name() : outer);
                int bytes = place.bytes() + place.trailing();
                int after = place.offset() + bytes * max(1, place.count());
                end = place.bytes() < 0 ? end : max(end, after);
                if (named) {
                    lines.add(
                            path.get(place.depth())
                                    + " at "
                                    + place.offset()
                                    + (place.bytes() < 0
                                            ? ""
                                            : " length " + place.bytes() * place.count()));
                }
            }
            lines.add(message.name() + " length " + end);
        }
        return lines;
    }

    private static void compare(CHeaderOptions options, String expected) throws IOException {
        List<String> found = layout(set(options));
        for (String line : Rendered.resource("/c/" + expected).strip().split("\n")) {
            // An open array shares the bytes that fill the structure up.
            if (!line.equals("OPEN length 8")) {
                assertThat(found).contains(line);
            }
        }
    }

    @Test
    void membersLieWhereTheCompilerHasThem() throws IOException {
        compare(CHeaderOptions.DEFAULTS, "records-64.txt");
    }

    @Test
    void addressesOfFourBytesMoveWhatIsBehindThem() throws IOException {
        CHeaderOptions of32 =
                new CHeaderOptions(
                        4,
                        4,
                        ByteOrder.LITTLE_ENDIAN,
                        CHeaderOptions.MAX_PACK,
                        4,
                        CHeaderOptions.Strings.FIXED,
                        false,
                        819,
                        List.of());
        compare(of32, "records-32.txt");
    }
}
