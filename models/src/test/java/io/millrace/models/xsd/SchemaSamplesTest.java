package io.millrace.models.xsd;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.models.Rendered;
import io.millrace.models.export.SampleMessages;
import io.millrace.models.export.SampleMessages.Request;
import io.millrace.parsers.xml.XmlnscParser;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

import org.xml.sax.SAXException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

/** Imported schemas are valid message sets, and documents of these sets are valid documents. */
class SchemaSamplesTest {

    private static final ParseOptions VALIDATED =
            new ParseOptions(
                            new MessageTemplate("XMLNSC", "s", "", ""),
                            1208,
                            273,
                            ParseTiming.COMPLETE,
                            Set.of(),
                            Limits.DEFAULTS)
                    .with(
                            new Validation(
                                    Validation.Level.CONTENT_AND_VALUE,
                                    Validation.FailureAction.EXCEPTION));

    private static final int MESSAGES = 3;
    private static final int SAMPLES = 3;

    @Property(tries = 20)
    void samplesAreValidForTheSchema(@ForAll long seed) throws IOException, SAXException {
        assertValid(seed);
    }

    @Property
    @Tag("proof")
    void samplesOfManySchemasAreValid(@ForAll long seed) throws IOException, SAXException {
        assertValid(seed);
    }

    private static void assertValid(long seed) throws IOException, SAXException {
        List<String> schemas = RandomSchema.of(seed);
        Schema original =
                SchemaFactory.newDefaultInstance()
                        .newSchema(
                                schemas.stream()
                                        .map(s -> new StreamSource(new StringReader(s)))
                                        .toArray(StreamSource[]::new));
        var sources = new ArrayList<Source>();
        for (String schema : schemas.reversed()) {
            sources.add(new Source("s" + sources.size() + ".xsd", schema));
        }
        Problems problems = new Problems();
        ImportResult imported = XmlSchema.read(sources, "s", NearbyFiles.NONE, problems);
        Rendered.assertNone(problems);
        validateSamples(imported, seed, original);
    }

    private static void validateSamples(ImportResult imported, long seed, Schema original)
            throws IOException {
        String yaml = Rendered.yaml(imported);
        Problems found = new Problems();
        Parser xml = new XmlnscParser().with(List.of(new Source("s.model.yaml", yaml)), found);
        Rendered.assertNone(found);
        List<String> messages = List.copyOf(imported.set().orElseThrow().messages().keySet());
        Random random = new Random(seed);
        for (int i = 0; i < MESSAGES; i++) {
            String message = messages.get(random.nextInt(messages.size()));
            Problems problems = new Problems();
            List<Bytes> samples =
                    SampleMessages.of(
                            new Source("s.model.yaml", yaml),
                            new Request(message, XmlSchema.FORMAT, SAMPLES, seed, 0, 0),
                            problems);
            Rendered.assertNone(problems);
            for (Bytes sample : samples) {
                byte[] document = sample.toArray();
                xml.parse(sample, VALIDATED);
                try {
                    original.newValidator()
                            .validate(new StreamSource(new ByteArrayInputStream(document)));
                } catch (SAXException e) {
                    throw new AssertionError(
                            e.getMessage() + "\n" + new String(document, StandardCharsets.UTF_8),
                            e);
                }
            }
        }
    }
}
