package io.millrace.parsers.record;

import io.millrace.engine.message.ElementType;

import java.util.Map;

/** Element types of the domain MRM in addition to folders and fields. */
public final class RecordTypes {

    /** The domain MRM, which contains all physical formats. */
    public static final String DOMAIN = "MRM";

    /**
     * The bytes of a choice whose branch has not been determined: a BLOB without a name. It is
     * replaced by the branch when a program first uses a name in the branch.
     */
    public static final int UNRESOLVED_CHOICE = ElementType.VALUE | 0x31;

    /**
     * An attribute of a tag that the model does not describe. The type is the same as in XMLNSC.
     */
    public static final int ATTRIBUTE = ElementType.NAME_VALUE | 0x100;

    /** Element types by their names in ESQL programs after {@code MRM.}. */
    public static final Map<String, Integer> NAMES =
            Map.of(
                    "Folder", ElementType.NAME,
                    "Field", ElementType.NAME_VALUE,
                    "UnresolvedChoice", UNRESOLVED_CHOICE);

    private RecordTypes() {}
}
