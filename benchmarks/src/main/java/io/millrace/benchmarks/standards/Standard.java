package io.millrace.benchmarks.standards;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A standard, with the message of its sample. */
public enum Standard {
    EDIFACT("edifact", "messages/order.edi", "PO-2026-117", "7781"),
    X12("x12", "messages/purchase-order.edi", "PO-2026-117", "000007781"),
    HL7("hl7", "messages/admission.hl7", "van Dam", "Mill"),
    SWIFT("swift", "messages/mt103.fin", "TRF/2026/117", "SHA");

    private final String folder;
    private final String file;

    /** A value near the beginning: number of the order, the patient's name, reference. */
    final String first;

    /** The last value that is read by its name. */
    final String last;

    Standard(String folder, String file, String first, String last) {
        this.folder = folder;
        this.file = file;
        this.first = first;
        this.last = last;
    }

    /** Returns the changed value of {@link #first}. */
    String changed() {
        return first.replace("117", "118").replace("Dam", "Tam");
    }

    /** Returns the path of a file, relative to Millrace's folder or the module's. */
    private Path path(String name) {
        Path here = Path.of("samples", folder, name);
        return Files.exists(here) ? here : Path.of("..").resolve(here);
    }

    byte[] message() throws IOException {
        return Files.readAllBytes(path(file));
    }

    Parser parser() throws IOException {
        Path model = path(folder + ".model.yaml");
        Problems problems = new Problems();
        ParserRegistry parsers =
                ParserRegistry.load(Standard.class.getClassLoader())
                        .with(
                                List.of(new Source(model.toString(), Files.readString(model))),
                                problems);
        problems.throwIfErrors();
        return parsers.domain("MRM").orElseThrow();
    }
}
