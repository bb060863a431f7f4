package io.millrace.parsers.model.yaml;

import static io.millrace.parsers.model.MessagingStandard.CSV;
import static io.millrace.parsers.model.Separation.ALL_ELEMENTS_DELIMITED;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.TdsField;
import io.millrace.parsers.model.TdsFormat;
import io.millrace.parsers.model.TdsGroup;

import org.junit.jupiter.api.Test;

class TdsYamlTest {

    private static final String ALL =
            """
            messageSet: all
            formats:
              T1:
                kind: tds
                messagingStandard: swift
                dataElementSeparation: taggedDelimited
                groupIndicator: "<CR><LF>:"
                groupTerminator: "<CR><LF>-"
                delimiter: "<EOL>:"
                suppressAbsentElementDelimiters: never
                tagDataSeparator: ":"
                lengthOfEncodedLength: 4
                extraCharsInEncodedLength: 2
                observeElementLength: true
                escapeCharacter: "?"
                reservedCharacters: "<0x1C><U+00A6>"
                decimalPoint: ","
                strictNumericChecking: true
                trimOnInput: both
                truncateOnOutput: true
                booleanTrueValue: Y
                booleanFalseValue: N
                booleanNullValue: "-"
                deriveSignFromLogicalType: false
                deriveLengthFromLogicalType: false
                packedDecimalPositiveCode: F
                policyForMissingElements: "null"
                defaultCcsid: 819
                centuryWindow: 20
              csv: {kind: tds, messagingStandard: csv, quoteCharacter: "'"}
            messages:
              m:
                T1: {dataElementSeparation: allElementsDelimited, delimiter: "", lengthOfTag: 3}
                sequence:
                  a: {string: 20, occurs: 0..3, nillable: true, T1: {tag: "20A", length: 4, \
            lengthUnits: bytes, dataPattern: "[A-Z]+", repeatReference: n, \
            repeatingElementDelimiter: <HL7_RS>, decimalPoint: ".", \
            strictNumericChecking: false, trimOnInput: none, truncateOnOutput: false, \
            justification: right, paddingCharacter: "*", encodingNull: literalValue, \
            encodingNullValue: NIL}}
                  b: {int:, T1: packed 5 unsigned}
                  c: {string:, T1: {interpretValueAs: hl7ServiceString}}
                  d:
                    T1: {tag: "*", delimiter: ;, groupTerminator: ""}
                    sequence:
                      e: date
                  (g):
                    T1: {groupIndicator: "{", groupTerminator: "}"}
                    choice:
                      f: {dateTime:, T1: {dateTimeFormat: yyMMdd}}
            types:
              T:
                T1: {dataElementSeparation: fixedLengthAL3}
                sequence:
                  x: {string: 3}
            groups:
              G:
                T1: {dataElementSeparation: useDataPattern}
                sequence:
                  x: {string: 3}
            """;

    @Test
    void everyPropertyComesBack() {
        MessageSet set = ModelYamlTest.read(ALL);
        String written = ModelYaml.write(set);
        assertThat(ModelYamlTest.read(written)).isEqualTo(set);
        assertThat(ModelYaml.write(ModelYamlTest.read(written))).isEqualTo(written);
    }

    @Test
    void propertiesOfTheElementAndOfTheTypeWrittenOutInItStandTogether() {
        MessageSet set = ModelYamlTest.read(ALL);
        ComplexType message = (ComplexType) set.messages().get("m").type();
        assertThat(((TdsFormat) set.formats().get("csv")).settings().standard()).isEqualTo(CSV);
        assertThat(((TdsGroup) message.content().physical().get("T1")).separation())
                .isEqualTo(ALL_ELEMENTS_DELIMITED);
        ElementDeclaration d = (ElementDeclaration) message.content().particles().get(3);
        assertThat(((TdsField) d.physical().get("T1")).isAnyTag()).isTrue();
        TdsGroup group = (TdsGroup) ((ComplexType) d.type()).content().physical().get("T1");
        assertThat(group.delimiter().text()).isEqualTo(";");
        assertThat(group.groupTerminator().isEmpty()).isTrue();
        assertThat(group.groupIndicator()).isNull();
    }

    @Test
    void whatMeansNothingIsReportedWithAdvice() {
        assertThat(
                        ModelYamlTest.rendered(
                                """
                                messageSet: m
                                formats:
                                  tds: {messagingStandard: edifakt, delimiter: <CRLF>, \
                                escapeCharacter: "?", quoteCharacter: "'", decimalPoint: ".,", \
                                tagDataSeparator: "=", lengthOfTag: 3}
                                messages:
                                  m:
                                    sequence:
                                      a: {string:, tds: {tag: A, delimiter: ";"}}
                                      b: {string:, tds: {tags: A}}
                                types:
                                  T: {tds: {tag: A}, sequence: {a: string}}
                                """))
                .contains(
                        "lengthOfTag has no effect with a tagDataSeparator",
                        "decimalPoint must be one character (found '.,')",
                        "did you mean edifact?",
                        "delimiter has <CRLF>, which is not the name of a character",
                        "must not have both an escapeCharacter and a quoteCharacter",
                        "'delimiter' is permitted only in types with elements",
                        "did you mean tag?",
                        "unknown key 'tag'",
                        "test.model.yaml:10:13");
    }
}
