package io.millrace.parsers.model;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A delimiter of a standard, with the default character. A message can specify another character
 * (UNA, ISA, MSH).
 */
public enum ServiceCharacter {
    EDIFACT_CS(":"),
    EDIFACT_DS("+"),
    EDIFACT_TAGDATA_SEP("+"),
    EDIFACT_DEC_NOTATION("."),
    EDIFACT_ESC_CHAR("?"),
    /**
     * Delimiter between repetitions, since version 4 of the syntax. A blank in UNA means that there
     * is none.
     */
    EDIFACT_RS("*"),
    EDIFACT_GROUP_TERM("'"),
    X12_DS("*"),
    X12_CS(":"),
    X12_TAGDATA_SEP("*"),
    /** Delimiter between repetitions (ISA11), since version 004020. */
    X12_RS("^"),
    X12_GROUP_TERM("~"),
    /**
     * Release character, which escapes the next character. ISX specifies this character since
     * version 007040.
     */
    X12_ESC_CHAR(""),
    HL7_FS("|"),
    HL7_CS("^"),
    HL7_SCS("&"),
    HL7_RS("~"),
    HL7_EC("\\"),
    HL7_TAGDATA_SEP("|"),
    HL7_GROUP_TERM("\r");

    private static final Map<String, ServiceCharacter> BY_NAME =
            Stream.of(values())
                    .collect(toUnmodifiableMap(ServiceCharacter::name, Function.identity()));

    private final String standard;

    ServiceCharacter(String standard) {
        this.standard = standard;
    }

    /** Returns the character with a name; null if the name is unknown. */
    static ServiceCharacter named(String name) {
        return BY_NAME.get(name);
    }

    /** Returns the default of the standard. */
    public String standard() {
        return standard;
    }
}
