package io.millrace.models.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.models.Rendered;
import io.millrace.models.export.SampleMessages.Request;
import io.millrace.parsers.validation.PatternSampler;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

/** That samples are read and found valid again is checked where they are made. */
class SampleMessagesTest {

    private static final String MODEL =
            """
            messageSet: payroll
            formats:
              cwf: {defaultCcsid: 819}
              xml:
              tds: {dataElementSeparation: allElementsDelimited, delimiter: "|"}
            messages:
              employee:
                sequence:
                  id: {int: 6, cwf: external unsigned}
                  name: {string: 1..20, cwf: 20}
                  grade: {string: {maxLength: 4, pattern: "[A-Z-[AEIOU]]\\\\d{1,3}"}, cwf: 4}
                  kind: {string: [monthly, hourly], cwf: 7}
                  hired: {date:, cwf: {dateTimeFormat: yyyyMMdd}}
                  salary: {decimal: {totalDigits: 9, fractionDigits: 2, minInclusive: 100, maxExclusive: 5000}}
                  active: boolean
                  share: double
                  year: {gYear:}
                  raw: {hexBinary: 4}
                  count: short
                  child:
                    occurs: 0..9
                    cwf: {repeatReference: count}
                    tds: {delimiter: ";", repeatingElementDelimiter: "~"}
                    sequence:
                      name: {string: 20}
                      born: {int: {minInclusive: 1900, maxInclusive: 2026}}
            """;

    private static List<Bytes> samples(String model, Request request) {
        Problems problems = new Problems();
        List<Bytes> made =
                SampleMessages.of(new Source("payroll.model.yaml", model), request, problems);
        Rendered.assertNone(problems);
        return made;
    }

    private static Request of(String format, int count, long seed) {
        return new Request("", format, count, seed, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cwf", "xml", "tds"})
    void samplesAreMadeInEveryFormat(String format) {
        List<Bytes> made = samples(MODEL, of(format, 50, 7));
        assertThat(made).hasSize(50);
        assertThat(new HashSet<>(made)).hasSizeGreaterThan(40);
        assertThat(samples(MODEL, of(format, 50, 7))).isEqualTo(made);
        assertThat(samples(MODEL, of(format, 50, 8))).isNotEqualTo(made);
    }

    /** Each sample is read again, which fails if the field does not select the branch. */
    @Test
    void theFieldThatSelectsABranchIsThatOfTheSample() {
        String model =
                """
                messageSet: pay
                formats: {cwf: {defaultCcsid: 819}}
                messages:
                  m:
                    sequence:
                      head: {sequence: {type: {int: 2, cwf: external unsigned}}}
                      (pay):
                        cwf: {choiceDispatchKey: head.type}
                        choice:
                          a: {string: 4, cwf: {choiceBranchKey: [1, 12]}}
                          b: {int: 3, cwf: {physicalType: external, choiceBranchKey: 7}}
                """;
        assertThat(samples(model, of("cwf", 50, 7)))
                .extracting(sample -> sample.text(StandardCharsets.UTF_8).substring(0, 2))
                .containsOnly("01", "12", "07");
    }

    @Test
    void documentsLookAsPeopleWriteThem() {
        String xml =
                new String(
                        samples(MODEL, of("xml", 1, 1)).getFirst().toArray(),
                        StandardCharsets.UTF_8);
        assertThat(xml).contains("<employee>", "<name>", "<salary>");
    }

    @Test
    void typesThatContainThemselvesGiveMessagesThatEnd() {
        String model =
                """
                messageSet: s
                formats: [xml]
                messages: {m: T}
                types: {T: {choice: {a: int, t: {type: T}, u: {type: T, occurs: 2}}}}
                """;
        assertThat(samples(model, of("", 20, 3))).hasSize(20);
    }

    @Test
    void whatIsAskedForMustBeThere() {
        Problems problems = new Problems();
        SampleMessages.of(
                new Source("m", MODEL), new Request("employe", "xml", 1, 1, 0, 0), problems);
        assertThat(problems.all().getFirst().render())
                .contains("the message 'employe' does not exist", "did you mean employee?");
        Problems far = new Problems();
        SampleMessages.of(new Source("m", MODEL), new Request("", "copybook", 1, 1, 0, 0), far);
        assertThat(far.all().getFirst().render()).contains("the model has: cwf, xml, tds");
        Problems none = new Problems();
        SampleMessages.of(new Source("m", MODEL), of("", 1, 1), none);
        assertThat(none.all().getFirst().text())
                .isEqualTo("specify the physical format: cwf, xml, tds");
    }

    @Test
    void whatChanceCannotMakeIsAProblem() {
        String model =
                """
                messageSet: s
                formats: [xml]
                messages: {m: {sequence: {a: {string: {maxLength: 2, pattern: "[0-9]{5}"}}}}}
                """;
        Problems problems = new Problems();
        assertThat(SampleMessages.of(new Source("m", model), of("", 1, 1), problems)).isEmpty();
        assertThat(problems.all().getFirst().text())
                .contains("no valid sample of m was found at random", "[0-9]{5}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '\t',
            value = {
                "[A-Z]{3}[0-9]{4,6}\t[A-Z]{3}[0-9]{4,6}",
                "(ab|c(d|e)*)+x?\t(ab|c(d|e)*)+x?",
                "\\d\\d:\\d\\d\t\\d\\d:\\d\\d",
                "[a-z-[aeiou]]{8}\t[a-z&&[^aeiou]]{8}",
                "\\p{Lu}\\w+\\.\\S\t\\p{Lu}\\w+\\.\\S",
                "\\i\\c*\t[A-Za-z_][A-Za-z0-9_.-]*",
                ".{5}\t.{5}",
            })
    void textsMatchTheirPattern(String pattern, String java) {
        for (int i = 0; i < 100; i++) {
            assertThat(PatternSampler.of(pattern, new Random(i))).matches(java);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[a-", "a{9999999999}", "a{3,1}", "[^\\s\\S]", "a{99999}", ")"})
    void expressionsThatAreNoneGiveNoText(String pattern) {
        assertThat(PatternSampler.of(pattern, new Random(1))).isNull();
        assertThat(PatternSampler.of("(".repeat(10_000), new Random(1))).isNull();
    }
}
