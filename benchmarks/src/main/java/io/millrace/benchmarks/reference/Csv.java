package io.millrace.benchmarks.reference;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** Reads a file that lies beside this package. */
final class Csv {

    private Csv() {}

    static Stream<NamedCsvRecord> rows(String file) {
        try (InputStream bytes = Csv.class.getResourceAsStream(file)) {
            String text = new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
            return CsvReader.builder().ofNamedCsvRecord(text).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
