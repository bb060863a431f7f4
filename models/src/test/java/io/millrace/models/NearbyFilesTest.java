package io.millrace.models;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

class NearbyFilesTest {

    private static String text(String xml) {
        return NearbyFiles.text(xml.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void anEncodingThatNobodyKnowsIsNotHeeded() {
        for (String encoding : new String[] {"-x", "no-such-set", "UTF-8"}) {
            String xml = "<?xml version=\"1.0\" encoding=\"" + encoding + "\"?><a>\u00c3\u00a9</a>";
            assertThat(text(xml)).endsWith("<a>\u00e9</a>");
        }
        assertThat(text("<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00c3</a>"))
                .endsWith("<a>\u00c3</a>");
    }
}
