package io.millrace.parsers.mrm.tds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.parsers.mrm.MrmParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Envelopes of EDIFACT, X12 and SWIFT are validated, so truncated messages are rejected. */
class TdsEnvelopeTest {

    private static final Path SAMPLES = Path.of("../samples");
    private static final int UTF_8 = 1208;

    private static Parser parser(String model) {
        Problems problems = new Problems();
        Parser parser = new MrmParser().with(List.of(new Source("m.yaml", model)), problems);
        problems.throwIfErrors();
        return parser;
    }

    private static Parser parserOf(String file) throws IOException {
        return parser(Files.readString(SAMPLES.resolve(file)));
    }

    private static void parse(Parser parser, byte[] message, int ccsid, Validation.Level level) {
        ParseOptions options =
                new ParseOptions(
                                MessageTemplate.domain("MRM"),
                                ccsid,
                                273,
                                ParseTiming.COMPLETE,
                                Set.of(),
                                Limits.DEFAULTS)
                        .with(new Validation(level, Validation.FailureAction.EXCEPTION));
        parser.parse(Bytes.of(message), options);
    }

    private static boolean accepts(Parser parser, byte[] message, Validation.Level level) {
        try {
            parse(parser, message, UTF_8, level);
            return true;
        } catch (MillraceException e) {
            return false;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "edifact/edifact.model.yaml, edifact/messages/order.edi",
        "edifact/edifact.model.yaml, edifact/messages/order-in-one-line.edi",
        "edifact/orders.model.yaml, edifact/messages/order.edi",
        "edifact/orders.model.yaml, edifact/messages/order-in-one-line.edi",
        "x12/x12.model.yaml, x12/messages/purchase-order.edi",
        "x12/x12.model.yaml, x12/messages/purchase-order-in-one-line.edi",
        "x12/purchase-order.model.yaml, x12/messages/purchase-order.edi",
        "x12/purchase-order.model.yaml, x12/messages/purchase-order-in-one-line.edi",
        "swift/swift.model.yaml, swift/messages/mt103.fin",
        "swift/mt103.model.yaml, swift/messages/mt103.fin",
    })
    void aTruncatedMessageIsRejected(String model, String file) throws IOException {
        Parser parser = parserOf(model);
        // As in the flow, which reads payments.
        Validation.Level level =
                model.startsWith("swift/mt103") ? Validation.Level.CONTENT : Validation.Level.NONE;
        byte[] message = Files.readAllBytes(SAMPLES.resolve(file));
        String text = new String(message, StandardCharsets.UTF_8);
        parse(parser, message, UTF_8, level);
        int complete = text.stripTrailing().length();
        // The trailer (block 5) is optional in FIN; the model of a payment requires it.
        int withoutTrailer = model.startsWith("swift/swift") ? text.indexOf("{5:") : -1;
        var accepted = new ArrayList<Integer>();
        for (int length = 1; length < complete; length++) {
            byte[] truncated = Arrays.copyOf(message, length);
            if (length != withoutTrailer && accepts(parser, truncated, level)) {
                accepted.add(length);
            }
        }
        assertThat(accepted).isEmpty();
    }

    private static final String X12 =
            """
            ISA*00*          *00*          *ZZ*A              *ZZ*B              *260101*0900*^*00501*000000007*0*P*:~
            GS*PO*A*B*20260101*0900*8*X*005010~ST*850*0001~BEG*00*SA*1**20260101~SE*3*0001~
            ST*850*0002~SE*2*0002~GE*2*8~IEA*1*000000007~
            """;

    private static final String EDIFACT =
            """
            UNB+UNOC:3+A+B+260101:0900+7'UNG+ORDERS+A+B+260101:0900+8+UN+D:96A'UNH+1+ORDERS:D:96A:UN'
            FTX+AAI+++It?'s?+'UNT+3+1'UNH+2+ORDERS:D:96A:UN'UNT+2+2'UNE+2+8'UNZ+1+7'
            """;

    private static final String SWIFT =
            """
            {1:F21A0000000000}{4:{177:2601010900}{451:0}}{1:F01A0000000000}{2:I103BN}{4:
            :20:A
            -}{5:{CHK:123456789ABC}}\
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    x12     | SE*3*0001     | SE*4*0001     | found the count '4' in SE, expected 3, the number of segments
                    x12     | SE*2*0002     | SE*2*0001     | found the reference '0001' in SE, expected '0002' as in ST
                    x12     | GE*2*8        | GE*1*8        | found the count '1' in GE, expected 2, the number of transaction sets
                    x12     | GE*2*8        | GE*2*9        | found the reference '9' in GE, expected '8' as in GS
                    x12     | IEA*1         | IEA*2         | found the count '2' in IEA, expected 1, the number of groups
                    x12     | IEA*1*000000007 | IEA*1*000000008 | found the reference '000000008' in IEA, expected '000000007' as in ISA
                    x12     | SE*3*0001~    | ''            | found the segment ST, expected the segment SE for ST 0001
                    x12     | SE*2*0002~    | ''            | found the segment GE, expected the segment SE for ST 0002
                    x12     | ST*850*0002~  | ''            | found the segment SE, expected the segment ST before it
                    x12     | IEA*1*000000007~ | ''         | the message ends here; expected the segment IEA for ISA 000000007
                    x12     | IEA*1         | IEA*          | found the count '' in IEA, expected 1
                    edifact | UNT+3+1       | UNT+2+1       | found the count '2' in UNT, expected 3, the number of segments
                    edifact | UNT+2+2       | UNT+2+1       | found the reference '1' in UNT, expected '2' as in UNH
                    edifact | UNE+2+8       | UNE+1+8       | found the count '1' in UNE, expected 2, the number of messages
                    edifact | UNE+2+8       | UNE+2+9       | found the reference '9' in UNE, expected '8' as in UNG
                    edifact | UNZ+1+7       | UNZ+2+7       | found the count '2' in UNZ, expected 1, the number of groups or messages
                    edifact | UNZ+1+7       | UNZ+1+8       | found the reference '8' in UNZ, expected '7' as in UNB
                    edifact | UNZ+1+7'      | ''            | the message ends here; expected the segment UNZ for UNB 7
                    swift   | -}            | }             | the message ends here; expected <EOL>-} at the end of block 4
                    swift   | ABC}}         | ABC}          | the message ends here; expected } at the end of block 5
                    swift   | {2:I103BN}    | ''            | the message ends here; expected block 2
                    swift   | {4:{177:2601010900}{451:0}} | '' | expected block 4 before the next message
                    """)
    void anEnvelopeFitsItsContent(String standard, String part, String changed, String problem)
            throws IOException {
        Parser parser = parserOf("%s/%1$s.model.yaml".formatted(standard));
        String message =
                switch (standard) {
                    case "x12" -> X12;
                    case "edifact" -> EDIFACT;
                    default -> SWIFT;
                };
        assertThat(message).contains(part);
        for (int ccsid : List.of(UTF_8, 500, 1200)) {
            Charset charset =
                    switch (ccsid) {
                        case 500 -> Charset.forName("IBM500");
                        case 1200 -> StandardCharsets.UTF_16BE;
                        default -> StandardCharsets.UTF_8;
                    };
            parse(parser, message.getBytes(charset), ccsid, Validation.Level.NONE);
            byte[] wrong = message.replace(part, changed).getBytes(charset);
            assertThatThrownBy(() -> parse(parser, wrong, ccsid, Validation.Level.NONE))
                    .isInstanceOf(MillraceException.class)
                    .hasMessageContaining(problem);
        }
    }

    @Test
    void partsOfMessagesAndOtherModelsHaveNoEnvelope() {
        String model =
                """
                messageSet: s
                formats: {tds: {messagingStandard: x12%s}}
                messages: {m: {sequence: {segment: {occurs: 0..*, tds: {tag: "*"}, sequence: {e: {string:, occurs: 0..*}}}}}}
                """;
        Parser standard = parser(model.formatted(""));
        Parser lenient = parser(model.formatted(", validateEnvelope: false"));
        byte[] part = "BEG*00*SA~".getBytes(StandardCharsets.US_ASCII);
        byte[] truncated = "ST*850*1~BEG*00*SA~".getBytes(StandardCharsets.US_ASCII);
        assertThat(accepts(standard, part, Validation.Level.NONE)).isTrue();
        assertThat(accepts(standard, truncated, Validation.Level.NONE)).isFalse();
        assertThat(accepts(lenient, truncated, Validation.Level.NONE)).isTrue();
    }

    @Test
    void binaryDataAndFurtherInterchangesAreNotSegments() throws IOException {
        Parser x12 = parserOf("x12/x12.model.yaml");
        String binary = X12.replace("SE*3*0001", "BIN*5*SE*~~~SE*4*0001");
        String other = binary + binary.replace('*', '|').replace('~', '\n');
        parse(x12, other.getBytes(StandardCharsets.US_ASCII), UTF_8, Validation.Level.NONE);
        Parser edifact = parserOf("edifact/edifact.model.yaml");
        String own =
                EDIFACT.replace("?", "!").replace('+', '*').replace(':', ';').replace("'", "~");
        String all = EDIFACT + "UNA;*.! ~" + own.replace("!~", "'").replace("!*", "+") + EDIFACT;
        parse(edifact, all.getBytes(StandardCharsets.US_ASCII), UTF_8, Validation.Level.NONE);
    }
}
