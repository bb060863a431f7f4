package io.millrace.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.mrm.cwf.CwfMessage;
import io.millrace.parsers.mrm.cwf.CwfPlace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Problems, notes and models as users see them. */
public final class Rendered {

    private Rendered() {}

    public static List<String> problems(Problems problems) {
        return problems.all().stream().map(Problem::render).toList();
    }

    public static void assertNone(Problems problems) {
        assertThat(problems(problems)).isEmpty();
    }

    /** Returns the model file of an import without problems. */
    public static String yaml(ImportResult imported) {
        return ModelYaml.write(imported.set().orElseThrow());
    }

    public static List<String> notes(ImportResult imported) {
        return imported.report().notes().stream().map(ConversionReport.Note::toString).toList();
    }

    /** Returns where the fields of a message lie in the first format of its set. */
    public static List<CwfPlace> places(MessageSet set, ElementDeclaration message) {
        Problems problems = new Problems();
        CwfFormat format = (CwfFormat) set.formats().firstEntry().getValue();
        ModelPlaces places = new ModelPlaces(new Source("m", "").at(0));
        CwfMessage compiled = CwfMessage.compile(set, message, format, places, problems);
        assertNone(problems);
        return compiled.places();
    }

    public static String resource(String name) throws IOException {
        try (InputStream in = Rendered.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
