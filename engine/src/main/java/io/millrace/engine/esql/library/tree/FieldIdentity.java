package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

/**
 * Statements that change the name, namespace, type or domain of a field (WMQI ESQL reference, SET
 * and CREATE statements). A null element represents a missing field; the statement is then ignored.
 */
public final class FieldIdentity {

    private FieldIdentity() {}

    /** Performs {@code SET field TYPE = integer}. */
    public static void setType(@Nullable Element field, Value type) {
        if (field != null) {
            field.type(PathStep.of("").withType(type).type());
        }
    }

    /** Performs {@code SET field NAMESPACE = character}. */
    public static void setNamespace(@Nullable Element field, Value namespace) {
        if (field != null) {
            field.namespace(PathStep.text("name space", namespace));
        }
    }

    /** Performs {@code SET field NAME = character}. */
    public static void setName(@Nullable Element field, Value name) {
        if (field != null) {
            field.name(PathStep.text("name", name));
            nowNamed(field);
        }
    }

    private static void nowNamed(Element field) {
        if (field.type() == ElementType.VALUE && !field.name().isEmpty()) {
            field.type(ElementType.NAME_VALUE);
        }
    }

    /**
     * Performs the DOMAIN clause of CREATE FIELD: makes the field the root of a tree that belongs
     * to a domain. NULL is ignored.
     */
    public static void setDomain(
            @Nullable Element field, @Nullable Value domain, ParserRegistry parsers) {
        if (field == null || domain == null) {
            return;
        }
        if (!(domain instanceof CharacterValue(String name)) || !parsers.isFolder(name)) {
            throw EsqlErrors.field(
                    "DOMAIN must be one of "
                            + String.join(", ", parsers.folders())
                            + ", found "
                            + EsqlErrors.show(domain),
                    EsqlErrors.show(domain));
        }
        field.domain(name);
    }
}
