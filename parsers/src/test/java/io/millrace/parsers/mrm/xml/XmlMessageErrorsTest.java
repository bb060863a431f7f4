package io.millrace.parsers.mrm.xml;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.parsers.mrm.xml.XmlRecords.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;

/** Documents and trees that an XML format refuses. */
class XmlMessageErrorsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <n/>                        | offset 0  | found <n>, expected <m>
                    <m><idd>1</idd></m>         | offset 3  | found <idd>, expected one of the tags b, id, n in MRM; did you mean
                    <m x="1"/>                | offset 3  | found the attribute x, expected no attribute in MRM
                    <m><id>x</id></m>           | offset 3  | found 'x', expected a value of the type int in MRM.id
                    <m><id>1e2</id></m>         | offset 3  | found '1e2', expected a value of the type int in MRM.id
                    <m><id>99999999999999999999</id></m> | offset 3 | found '99999999999999999999', expected a value of the type int
                    <m><id/></m>                | offset 3  | found '', expected a value of the type int in MRM.id
                    <m><id k="1">2</id></m>   | offset 7  | found the attribute k, expected none in MRM.id, which is a field
                    <m><id><x/></id></m>        | offset 7  | found <x>, expected text in MRM.id, a field
                    <m><b>text</b></m>          | offset 3  | found 'text', expected tags in MRM.b, which is a folder
                    <m><b><c>maybe</c></b></m>  | offset 6  | found 'maybe', expected a value of the type boolean in MRM.b.c
                    <m><n/></m>                 | offset 3  | found <n>, expected the attribute val with the value of n
                    <m><id>1</id>               | offset 13 | found the end of the message, expected </m>
                    <m><id>1</b></m>            | offset 8  | found </b>, expected </id>
                    <m/><m/>                    | offset 4  | found
                    <m><b>x<c>1</c></b></m>     | offset 3  | found text between the tags in <b>, expected tags alone in MRM.b
                    """)
    void damageIsToldWithItsPlaceWhatWasFoundAndWhatWasExpected(
            String xml, String offset, String words) {
        XmlRecords model =
                XmlRecords.of(
                        "id: int\nb: {sequence: {c: boolean}}\nn: {int:, xml: elementAttrVal}");
        assertThatThrownBy(() -> model.parseAll(xml))
                .hasMessageStartingWith("MRM body, line 1, column ")
                .hasMessageContaining("(" + offset + ")")
                .hasMessageContaining(words);
    }

    @Test
    void damageShowsWhenItIsTouchedAndAgainWhenItIsTouchedAgain() {
        Element parsed = XmlRecords.of("a: int\nb: int").parse("<m><a>x</a><b>1</b><c/></m>");
        assertThat(parsed.child("b").value()).isEqualTo(Value.of(1));
        assertThatThrownBy(() -> parsed.child("a").value()).hasMessageContaining("MRM.a");
        assertThatThrownBy(() -> parsed.child("a").value()).hasMessageContaining("MRM.a");
        assertThatThrownBy(parsed::finish).hasMessageContaining("found <c>");
        assertThatThrownBy(parsed::finish).hasMessageContaining("found <c>");
    }

    @Test
    void everyTruncationIsAnErrorOfTheMessage() {
        XmlRecords model =
                XmlRecords.of(
                        "rootTag: r",
                        """
                        a: {int:, xml: attribute}
                        b: {sequence: {c: {string:, xml: {cdata: true}}}}
                        d: {int:, xml: elementAttrIdVal x}\
                        """);
        Bytes whole =
                utf8(
                        """
                        <?xml version="1.0"?><r><m a="1"><b><c>x<![CDATA[<y>]]></c></b>\
                        <x id="d" val="2"/></m></r>\
                        """);
        model.parse(whole, COMPLETE);
        for (int length = 0; length < whole.length(); length++) {
            Bytes cut = whole.slice(0, length);
            assertThatThrownBy(() -> model.parse(cut, COMPLETE))
                    .as("%s", cut.text(UTF_8))
                    .isInstanceOf(MillraceException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    zzz | 1     | MRM.zzz: the model does not permit this element here; expected one of a, b, f
                    a | x       | MRM.a: expected a number, found CHARACTER 'x'
                    b | maybe   | MRM.b: expected true or false, found CHARACTER 'maybe'
                    f | x       | MRM.f: has a value
                    """)
    void whatCannotBeWrittenIsNamedByItsPath(String name, String value, String message) {
        XmlRecords model = XmlRecords.of("a: int\nb: {boolean:}\nf: {sequence: {g: int}}");
        assertThatThrownBy(() -> model.write(tree(name, value)))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining(message);
    }

    @Test
    void hostileNumbersCostLittle() {
        XmlRecords model = XmlRecords.of("a: integer\nb: decimal");
        for (String number : new String[] {"1E999999999", "9".repeat(100_000)}) {
            assertThatThrownBy(() -> model.parseAll("<m><a>" + number + "</a></m>"))
                    .hasMessageContaining("expected a value of the type integer");
        }
        Value huge = new DecimalValue(new BigDecimal("1E+999999"));
        assertThatThrownBy(() -> model.write(tree("b", huge)))
                .hasMessageContaining("MRM.b: expected a number of at most 400 digits");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    '' | a: int; b: {int:, xml: a}         | b and a are both written as <a>
                    '' | a: {int:, xml: attribute}; b: {int:, xml: attribute a} | b and a are both written as the attribute a
                    '' | a: {string:, occurs: 0..*, xml: attribute} | a occurs 0..*, but an attribute occurs at most once
                    '' | a: {xml: attribute, sequence: {b: int}} | a has elements, so its value cannot be an attribute
                    '' | 'a b: int'                        | 'a b' is not a valid name of a tag or attribute
                    '' | a: {date:, xml: {dateTimeFormat: yyyy-Q}} | a:
                    encodingNumericNull: value | a: int    | encodingNumericNull value requires the key encodingNumericNullValue
                    booleanTrueValue: x, booleanFalseValue: x | a: int | booleanTrueValue and booleanFalseValue must differ
                    rootTag: 'a b' | a: int                | rootTag must be a valid XML name
                    '' | a: {int:, xml: {rendr: element}}  | unknown key 'rendr'
                    '' | a: {int:, xml: atribute}         | 'atribute' is used as the name of a tag
                    '' | a: {int:, xml: attribute b c}     | 'c' is neither a rendering nor a valid name
                    """)
    void whatAModelSaysWrongIsAProblemOfTheModel(String settings, String fields, String text) {
        assertThat(XmlRecords.problems(settings, fields.replace("; ", "\n")))
                .isNotEmpty()
                .first()
                .asString()
                .contains(text);
    }
}
