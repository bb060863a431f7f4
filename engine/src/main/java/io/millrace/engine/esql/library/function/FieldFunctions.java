package io.millrace.engine.esql.library.function;

import static io.millrace.engine.esql.library.function.Arguments.anyNull;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.EsqlFunction;
import io.millrace.engine.esql.library.tree.BitStreamOptions;
import io.millrace.engine.esql.library.tree.BitStreams;
import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

/** Functions that return properties of a field. The result is NULL if the field is missing. */
public final class FieldFunctions {

    private static final String GROUP = "Field functions";

    private FieldFunctions() {}

    @EsqlFunction(
            name = "FIELDNAME",
            group = GROUP,
            description = "Name of a field; an empty string if the field has no name.",
            examples = {
                "FIELDNAME(Environment) = 'Environment'",
                "FIELDNAME(Environment.Missing) IS NULL"
            })
    public static @Nullable Value fieldName(@Nullable Element field) {
        return field == null ? null : Value.of(field.name());
    }

    @EsqlFunction(
            name = "FIELDNAMESPACE",
            group = GROUP,
            description = "Namespace of a field; an empty string if the field has no namespace.",
            examples = {"FIELDNAMESPACE(Environment) = ''"})
    public static @Nullable Value fieldNamespace(@Nullable Element field) {
        return field == null ? null : Value.of(field.namespace());
    }

    @EsqlFunction(
            name = "FIELDTYPE",
            group = GROUP,
            description =
                    """
                    Type of a field as an INTEGER, for example 16777216 for a folder and 50331648 \
                    for a field. The constants of a domain have the same values.\
                    """,
            examples = {"FIELDTYPE(Environment) = 16777216"})
    public static @Nullable Value fieldType(@Nullable Element field) {
        return field == null ? null : Value.of(field.type());
    }

    @EsqlFunction(
            name = "FIELDVALUE",
            group = GROUP,
            description = "Scalar value of a field.",
            examples = {"FIELDVALUE(Environment) IS NULL"})
    public static @Nullable Value fieldValue(Element field) {
        return FieldAccess.value(field);
    }

    @EsqlFunction(
            name = "SAMEFIELD",
            group = GROUP,
            description = "Whether two references point to the same field.",
            examples = {
                "SAMEFIELD(Environment, Environment) = TRUE",
                "SAMEFIELD(Environment, Environment.Missing) IS NULL"
            })
    public static @Nullable Value sameField(@Nullable Element a, @Nullable Element b) {
        return a == null || b == null ? null : Value.of(a == b);
    }

    @EsqlFunction(
            name = "ASBITSTREAM",
            group = GROUP,
            syntax =
                    "ASBITSTREAM(f [OPTIONS o] [ENCODING e] [CCSID c] [SET s] [TYPE t] [FORMAT m])",
            description =
                    """
                    Bytes of a field's tree in its domain. OPTIONS specifies the mode: \
                    RootBitStream for a message, EmbeddedBitStream for a message inside another \
                    message, FolderBitStream for the field itself (domains XMLNSC, XMLNS, XML and \
                    JSON). The Root of a message represents its body. SET, TYPE and FORMAT \
                    default to the values in the Properties folder. If a clause is NULL, the \
                    result is NULL.\
                    """,
            examples = {"ASBITSTREAM(Environment.Missing) IS NULL"})
    public static @Nullable Value asBitStream(EsqlEnvironment environment, Element field) {
        return BitStreams.of(
                field, new BitStreamOptions(null, null, null, null, null, null), environment);
    }

    public static @Nullable Value asBitStream(
            EsqlEnvironment environment,
            Element field,
            Value options,
            Value encoding,
            Value ccsid,
            Value set,
            Value type,
            Value format) {
        return anyNull(options, encoding, ccsid, set, type, format)
                ? null
                : BitStreams.of(
                        field,
                        new BitStreamOptions(options, encoding, ccsid, set, type, format),
                        environment);
    }

    @EsqlFunction(
            name = "BITSTREAM",
            group = GROUP,
            description = "Bytes of a field's tree in its domain. See ASBITSTREAM.",
            examples = {"BITSTREAM(Environment.Missing) IS NULL"})
    public static @Nullable Value bitStream(EsqlEnvironment environment, Element field) {
        return asBitStream(environment, field);
    }
}
