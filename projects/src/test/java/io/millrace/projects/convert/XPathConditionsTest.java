package io.millrace.projects.convert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

class XPathConditionsTest {

    private static String esql(String xpath) {
        return XPathConditions.esql(xpath, Map.of("o", "urn:orders"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    $Root/JSON/Data/kind='lamp' | Root.JSON.Data.kind = 'lamp'
                    $Body/o:order/@id != 'a' | Body.{'urn:orders'}:"order".(XMLNSC.Attribute)id <> 'a'
                    $Body/order[2]/total > 40 and $Body/a | (Body."order"[2].total > 40 AND EXISTS(Body.a[]))
                    not($Body/a = 1 or true()) | (((Body.a = 1 OR TRUE)) IS NOT TRUE)
                    contains($Body/a, "it's") | CONTAINS(COALESCE(CAST(Body.a AS CHARACTER), ''), 'it''s')
                    count($Body/a) >= 2 | CARDINALITY(Body.a[]) >= 2
                    """)
    void conditionsAreTranslated(String xpath, String esql) {
        assertThat(esql(xpath).replace("\"order\"", "order"))
                .isEqualTo(esql.replace("\"order\"", "order"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$Body//a = 1",
                "$Unknown/a = 1",
                "$Body/a[b=1] = 1",
                "position() = 1",
                "$Body/x:a = 1",
                "$Body/a =",
                "(",
                "",
                "$Body/a = 1 extra"
            })
    void otherFormsAreNotTranslated(String xpath) {
        assertThat(esql(xpath)).isNull();
    }
}
