package io.millrace.parsers.mrm.tds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a model must keep to. */
class TdsModelTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            textBlock =
                    """
                    {dataElementSeparation: taggedDelimited, tagDataSeparator: '='} # {a: string} # a has no tag, and its type distinguishes elements by tags
                    {delimiter: ';'} # {a: {string:, tds: {tag: A}}} # nothing marks the end of tags
                    {tagDataSeparator: '='} # {a: {string:, tds: {tag: A}}, b: {string:, tds: {tag: A}}} # b and a have the same tag, A
                    {dataElementSeparation: taggedEncodedLength, lengthOfTag: 2} # {a: {string:, tds: {tag: AA}}} # taggedEncodedLength needs a lengthOfEncodedLength
                    {dataElementSeparation: taggedFixedLength, lengthOfTag: 2} # {a: {string:, tds: {tag: AA}}} # a: the model does not specify its length
                    {dataElementSeparation: allElementsDelimited} # {a: string, b: string} # allElementsDelimited needs a delimiter, because nothing marks the end of a
                    {delimiter: ';'} # {a: {string:, occurs: 0..*}, b: string} # a has no maximum number of occurrences, and other elements follow
                    {delimiter: ';'} # {a: {string:, tds: {repeatingElementDelimiter: '~'}}} # a has a repeatingElementDelimiter, but occurs once
                    {dataElementSeparation: fixedLength} # {a: string} # a: the model does not specify its length; specify a length, or a dataElementSeparation
                    {dataElementSeparation: fixedLength} # {a: {tds: {delimiter: ',', dataElementSeparation: allElementsDelimited}, sequence: {b: string, c: string}}} # a has no fixed length, but is in a type that is fixedLength
                    {dataElementSeparation: useDataPattern} # {a: string} # a has no dataPattern
                    {dataElementSeparation: useDataPattern} # {a: {string:, tds: {dataPattern: '(['}}} # a: dataPattern is not a valid regular expression
                    {dataElementSeparation: undefined} # {a: string} # a is in a type whose dataElementSeparation is undefined
                    {delimiter: ';'} # {a: {string:, tds: {lengthReference: n}}} # found no unique field 'n' before a
                    {delimiter: ';'} # {n: string, a: {string:, tds: {lengthReference: n}}} # the field 'n', to which a refers, must be a whole number (found string)
                    {delimiter: ';'} # {a: {int:, tds: float}} # the physical type float cannot be used for int; expected one of text
                    {delimiter: ';'} # {a: {string:, nillable: true, tds: {encodingNull: padFill}}} # encodingNull padFill requires a length that it can fill
                    {delimiter: ';'} # {a: {string:, tds: {length: 2000000000}}, b: {int:, tds: integer 9}} # b: the length is 9; expected 1 to 8
                    {dataElementSeparation: fixedLength} # {a: {string:, tds: {length: 2000000000}}} # a: the length is 2000000000; expected 0 to 1073741823
                    {delimiter: ';'} # {a: {tds: {length: 2000000000}, sequence: {b: string}}} # a: the length is 2000000000; expected 0 to 1073741823
                    {delimiter: ';'} # {a: {int:, tds: {physicalType: packed, length: 3, lengthUnits: characterUnits}}} # lengthUnits is characterUnits, but the length of packed is in bytes
                    {delimiter: ';'} # {a: {int:, tds: {physicalType: packed, length: 3, lengthUnits: characters}}} # lengthUnits must be bytes, because the length of packed is in bytes (found 'characters')
                    {delimiter: ';'} # {a: {int:, default: x}} # the default or fixed value 'x' is not a value of the type int
                    """)
    void isReportedWhereItDoesNot(String settings, String fields, String problem) {
        assertThat(Texts.problems("{" + settings.strip().substring(1), "m:\n  sequence: " + fields))
                .contains(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            textBlock =
                    """
                    {dataElementSeparation: fixedLength} # {length: abc}
                    {dataElementSeparation: fixedLength} # x3
                    {dataElementSeparation: allElementsDelimited, delimiter: ','} # {length: -1}
                    {delimiter: ';'} # {length: }
                    """)
    void aLengthThatCannotBeReadIsToldOnce(String settings, String field) {
        String fields = "{a: {string:, tds: " + field + "}, b: {string:, tds: {length: 1}}}";
        assertThat(Texts.problems("{" + settings.strip().substring(1), "m:\n  sequence: " + fields))
                .satisfies(
                        text ->
                                assertThat(text.lines().filter(l -> !l.isBlank()))
                                        .as(text)
                                        .hasSize(1));
    }
}
