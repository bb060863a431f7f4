package io.millrace.engine.esql.library.function;

import static io.millrace.engine.esql.library.function.Arguments.anyNull;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.tree.BitStreamOptions;
import io.millrace.engine.esql.library.tree.BitStreams;
import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

/** Functions that return properties of a field. A missing field gives NULL. */
public final class FieldFunctions {

    private static final String GROUP = "Field functions";

    private FieldFunctions() {}

    @EsqlFunction(
            name = "FIELDNAME",
            group = GROUP,
            description = "The name of a field; empty where it has none.",
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
            description = "The name space of a field; empty where it has none.",
            examples = {"FIELDNAMESPACE(Environment) = ''"})
    public static @Nullable Value fieldNamespace(@Nullable Element field) {
        return field == null ? null : Value.of(field.namespace());
    }

    @EsqlFunction(
            name = "FIELDTYPE",
            group = GROUP,
            description =
                    "The type of a field, as a domain's constants: 16777216 is a folder, 50331648 a"
                            + " field.",
            examples = {"FIELDTYPE(Environment) = 16777216"})
    public static @Nullable Value fieldType(@Nullable Element field) {
        return field == null ? null : Value.of(field.type());
    }

    @EsqlFunction(
            name = "FIELDVALUE",
            group = GROUP,
            description = "The scalar value of a field.",
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
                    "The bytes of a field's tree in its domain. OPTIONS specifies whether they are"
                        + " a message of their own (RootBitStream), inside another message"
                        + " (EmbeddedBitStream), or are of the field itself (FolderBitStream; of"
                        + " the domains XMLNSC, XMLNS, XML and JSON). SET, TYPE and FORMAT are"
                        + " those of the Properties if none is written. A clause that is NULL gives"
                        + " NULL.",
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
            description = "The bytes of a field's tree in its domain; see ASBITSTREAM.",
            examples = {"BITSTREAM(Environment.Missing) IS NULL"})
    public static @Nullable Value bitStream(EsqlEnvironment environment, Element field) {
        return asBitStream(environment, field);
    }
}
