package io.millrace.connectors.camel;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;

import org.apache.camel.Message;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;

/**
 * The headers of an exchange as fields of a LocalEnvironment. Headers of a received exchange are in
 * {@code LocalEnvironment.Camel.Headers}, headers of an exchange to send are in {@code
 * LocalEnvironment.Destination.Camel.Headers}.
 */
final class ExchangeHeaders {

    private static final String CAMEL = "Camel";
    private static final String HEADERS = "Headers";

    private record Header(String name, Value value) {}

    private final String endpoint;
    private final List<Header> headers = new ArrayList<>();

    private ExchangeHeaders(String endpoint) {
        this.endpoint = endpoint;
    }

    /** Returns an empty set of headers. */
    static ExchangeHeaders none(String endpoint) {
        return new ExchangeHeaders(endpoint);
    }

    /**
     * Reads the headers of a message. Headers whose values cannot be converted to a field are
     * omitted. A list is converted to one field for each value.
     *
     * @param endpoint URI of the endpoint, without options
     */
    static ExchangeHeaders of(Message message, String endpoint) {
        ExchangeHeaders read = new ExchangeHeaders(endpoint);
        if (!message.hasHeaders()) {
            // A call of getHeaders would create a map.
            return read;
        }
        for (Map.Entry<String, Object> header : message.getHeaders().entrySet()) {
            if (header.getValue() instanceof Collection<?> values) {
                values.forEach(value -> read.add(header.getKey(), value));
            } else {
                read.add(header.getKey(), header.getValue());
            }
        }
        return read;
    }

    private void add(String name, Object object) {
        Value value = value(object);
        if (value != null && !name.isEmpty()) {
            headers.add(new Header(name, value));
        }
    }

    private static Value value(Object object) {
        return switch (object) {
            case null -> null;
            case String text -> Value.of(text);
            case Boolean truth -> Value.of(truth);
            case Byte number -> Value.of(number);
            case Short number -> Value.of(number);
            case Integer number -> Value.of(number);
            case Long number -> Value.of(number);
            case Float number -> new Value.FloatValue(number);
            case Double number -> new Value.FloatValue(number);
            case BigDecimal number -> new Value.DecimalValue(number);
            case BigInteger number -> new Value.DecimalValue(new BigDecimal(number));
            case byte[] bytes -> Value.of(Bytes.of(bytes.clone()));
            case Date date -> Value.of(date.toInstant().toString());
            case Character character -> Value.of(character.toString());
            case Enum<?> word -> Value.of(word.name());
            case Instant instant -> Value.of(instant.toString());
            case URI uri -> Value.of(uri.toString());
            case File file -> Value.of(file.toString());
            case Path path -> Value.of(path.toString());
            default -> null;
        };
    }

    /**
     * Returns a LocalEnvironment with these headers instead of the headers of an earlier exchange.
     */
    Element in(Element localEnvironment) {
        Element tree = localEnvironment.copy();
        Element before = tree.child(CAMEL);
        if (before != null) {
            before.remove();
        }
        addTo(tree);
        return tree;
    }

    /** Adds these headers to a LocalEnvironment without headers. */
    void addTo(Element localEnvironment) {
        Element camel = localEnvironment.add(CAMEL);
        camel.add("Endpoint", endpoint);
        Element folder = camel.add(HEADERS);
        for (Header header : headers) {
            folder.add(header.name(), header.value());
        }
    }

    /** Sets the headers of a message to send. Fields with the same name become a list. */
    static void send(MessageAssembly assembly, Message message) {
        Element folder = assembly.localEnvironment().at("Destination", CAMEL, HEADERS);
        if (folder == null) {
            return;
        }
        for (Element field = folder.firstChild(); field != null; field = field.next()) {
            Object object = object(field.value());
            if (object == null) {
                continue;
            }
            Object before = message.getHeader(field.name());
            if (before == null) {
                message.setHeader(field.name(), object);
            } else if (before instanceof List<?> list) {
                List<Object> longer = new ArrayList<>(list);
                longer.add(object);
                message.setHeader(field.name(), longer);
            } else {
                message.setHeader(field.name(), List.of(before, object));
            }
        }
    }

    private static Object object(Value value) {
        return switch (value) {
            case null -> null;
            case Value.BooleanValue truth -> truth.value();
            case Value.IntegerValue number -> number.value();
            case Value.FloatValue number -> number.value();
            case Value.DecimalValue number -> number.value();
            case Value.BlobValue blob -> blob.value().toArray();
            default -> value.text();
        };
    }
}
