package io.millrace.connectors.http;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.MessageSourceError;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.FormatValidator;
import com.networknt.schema.path.NodePath;

import io.millrace.connectors.http.CheckSteps.TooManySteps;

import tools.jackson.databind.JsonNode;

import java.util.function.Supplier;

/**
 * A format of strings that checks values up to a maximum length. For some formats, the time is
 * quadratic in the length, and the stack depth is proportional to the length.
 */
record BoundedFormat(Format format) implements Format {

    /** Maximum number of characters of a value with a format. */
    static final int MAX_LENGTH = 4096;

    /** Characters that a format compares with each other in the time of one step. */
    private static final int COMPARISONS_OF_STEP = 16;

    @Override
    public String getName() {
        return format.getName();
    }

    @Override
    public String getMessageKey() {
        return format.getMessageKey();
    }

    @Override
    public void validate(
            ExecutionContext context,
            SchemaContext schema,
            JsonNode node,
            JsonNode root,
            NodePath location,
            boolean isAsserted,
            Supplier<MessageSourceError.Builder> message,
            FormatValidator validator) {
        int length = node.isString() ? node.stringValue().length() : 0;
        if (length > MAX_LENGTH) {
            String text =
                    "the maximum length of a value with the format %s is %d characters (found %d)"
                            .formatted(getName(), MAX_LENGTH, length);
            context.addError(message.get().messageSupplier(() -> text).build());
            return;
        }
        CheckSteps.count((long) length * length / COMPARISONS_OF_STEP);
        try {
            format.validate(context, schema, node, root, location, isAsserted, message, validator);
        } catch (StackOverflowError e) {
            throw new TooManySteps();
        }
    }
}
