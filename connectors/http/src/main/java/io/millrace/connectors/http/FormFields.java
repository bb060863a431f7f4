package io.millrace.connectors.http;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageMemory;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** A decoder of queries and forms: {@code name=value&name=value}, in UTF-8. */
final class FormFields {

    /** Number of fields between two checks of their memory. */
    private static final int CHECK_INTERVAL = 1 << 12;

    private FormFields() {}

    /** Adds the fields of a query. The limit of the header size also limits the query. */
    static void addQuery(String query, Element folder) {
        add(query, folder, Limits.DEFAULTS);
    }

    /**
     * Adds the fields of a form to an empty folder.
     *
     * @throws MillraceException with PARSE_LIMIT or ESQL_MEMORY for too many fields
     */
    static void addForm(String form, Element folder, Limits limits) {
        MessageMemory memory = MessageMemory.current();
        MessageMemory.Trees trees = memory.trees(action -> action.accept(folder));
        try {
            add(form, folder, limits);
        } finally {
            memory.trees(trees);
        }
    }

    private static void add(String text, Element folder, Limits limits) {
        int count = 0;
        int start = 0;
        while (start <= text.length()) {
            int end = text.indexOf('&', start);
            end = end < 0 ? text.length() : end;
            int equals = text.indexOf('=', start);
            equals = equals < 0 || equals > end ? end : equals;
            String name = decoded(text.substring(start, equals));
            if (!name.isEmpty()) {
                folder.add(name, equals == end ? "" : decoded(text.substring(equals + 1, end)));
                check(++count, limits);
            }
            start = end + 1;
        }
    }

    private static void check(int count, Limits limits) {
        if (count > limits.treeElements()) {
            throw new MillraceException(
                    ErrorCode.PARSE_LIMIT,
                    "the form has more than %d fields; the limit is treeElements, under limits in"
                                    .formatted(limits.treeElements())
                            + " application.yaml");
        }
        if (count % CHECK_INTERVAL == 0) {
            MessageMemory.current().measureIfDue(limits);
        }
    }

    /** Decodes a name or value. Invalid escapes are left unchanged. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException invalid) {
            return text;
        }
    }
}
