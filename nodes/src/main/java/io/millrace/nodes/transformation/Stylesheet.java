package io.millrace.nodes.transformation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Ccsid;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;

import javax.xml.transform.ErrorListener;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.URIResolver;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;

/**
 * A compiled stylesheet. Safe for use by several threads.
 *
 * @param path path in the application
 * @param files resolver of the files that it can read
 */
record Stylesheet(String path, Templates templates, URIResolver files) {

    /**
     * Transforms a message.
     *
     * @param input XML in UTF-8
     * @param parameters fields with the parameters of the stylesheet; null for none
     * @param ccsid code page of the result
     * @param maxBytes maximum size of the result
     * @param notes receiver of the messages of the stylesheet
     * @throws MillraceException with TRANSFORMATION_FAILED, PARSE_FAILED for an input that is not
     *     well-formed, or PARSE_LIMIT for a result that is too large
     */
    Bytes transform(
            Bytes input, Element parameters, int ccsid, int maxBytes, Consumer<String> notes) {
        Limited result = new Limited(maxBytes);
        Reported reported = new Reported(notes);
        Resolved resolved = new Resolved(files);
        SAXSource source = XmlInput.source(input, "");
        try {
            Transformer transformer = templates.newTransformer();
            transformer.setURIResolver(resolved);
            transformer.setErrorListener(reported);
            transformer.setOutputProperty(OutputKeys.ENCODING, Ccsid.charset(ccsid).name());
            if (parameters != null) {
                for (Element p = parameters.firstChild(); p != null; p = p.next()) {
                    if (p.value() != null) {
                        transformer.setParameter(p.name(), parameter(p.value()));
                    }
                }
            }
            transformer.transform(source, new StreamResult(result));
        } catch (TransformerException | RuntimeException | StackOverflowError e) {
            if (result.exceeded) {
                throw new MillraceException(
                        ErrorCode.PARSE_LIMIT,
                        "the result of the stylesheet %s is larger than the limit messageBytes of %d"
                                .formatted(path, maxBytes));
            }
            String malformed = XmlInput.error(source);
            if (malformed != null) {
                throw new MillraceException(
                        ErrorCode.PARSE_FAILED,
                        "the message is not well-formed XML, or its entities exceed the limits: "
                                + malformed);
            }
            throw failed(e, resolved.refused, reported.last);
        }
        return Bytes.of(result.bytes.toByteArray());
    }

    private MillraceException failed(Throwable thrown, String refused, String last) {
        String why =
                !refused.isEmpty()
                        ? refused
                        : thrown instanceof StackOverflowError
                                ? "its templates call each other too deeply"
                                : thrown instanceof TransformerException e
                                        ? text(e)
                                        : thrown.toString();
        boolean terminated = !last.isEmpty() && !why.contains(last);
        return new MillraceException(
                ErrorCode.TRANSFORMATION_FAILED,
                "the stylesheet "
                        + path
                        + " failed: "
                        + why
                        + (terminated ? " (last message: " + last + ")" : ""));
    }

    private static Object parameter(Value value) {
        return switch (value) {
            case Value.BooleanValue(boolean truth) -> truth;
            case Value.IntegerValue(long number) -> (double) number;
            default -> value.text();
        };
    }

    /** Returns the text of an error with its position, without the names of Java classes. */
    static String text(TransformerException e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        String plain = message.replaceFirst("^(?:[\\w.]+(?:Exception|Error): )+", "");
        int line = e.getLocator() == null ? 0 : e.getLocator().getLineNumber();
        return line > 0 ? "line " + line + ": " + plain : plain;
    }

    /** A stream that ends the transformation if the result becomes too large. */
    private static final class Limited extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int maxBytes;
        private boolean exceeded;

        Limited(int maxBytes) {
            this.maxBytes = maxBytes;
        }

        @Override
        public void write(int b) throws IOException {
            check(1);
            bytes.write(b);
        }

        @Override
        public void write(byte[] data, int from, int length) throws IOException {
            check(length);
            bytes.write(data, from, length);
        }

        private void check(int length) throws IOException {
            if (length > maxBytes - bytes.size()) {
                exceeded = true;
                throw new IOException("the result is too large");
            }
        }
    }

    /** A resolver that keeps its error, whose text the processor replaces with the name. */
    static final class Resolved implements URIResolver {
        private final URIResolver files;
        private String refused = "";

        /** Returns the error of the last file that was not found; empty if there is none. */
        String refused() {
            return refused;
        }

        Resolved(URIResolver files) {
            this.files = files;
        }

        @Override
        public Source resolve(String href, String base) throws TransformerException {
            try {
                return files.resolve(href, base);
            } catch (TransformerException e) {
                refused = text(e);
                throw e;
            }
        }
    }

    /** A listener that notes the messages of a stylesheet and throws its errors. */
    private static final class Reported implements ErrorListener {
        private final Consumer<String> notes;
        private String last = "";

        Reported(Consumer<String> notes) {
            this.notes = notes;
        }

        @Override
        public void warning(TransformerException message) {
            last = String.valueOf(message.getMessage());
            notes.accept(last);
        }

        @Override
        public void error(TransformerException error) throws TransformerException {
            throw error;
        }

        @Override
        public void fatalError(TransformerException error) throws TransformerException {
            throw error;
        }
    }
}
