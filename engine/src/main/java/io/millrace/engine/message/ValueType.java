package io.millrace.engine.message;

/** The scalar types of ESQL (WMQI ESQL reference, "ESQL data types"). */
public enum ValueType {
    BOOLEAN,
    INTEGER,
    FLOAT,
    DECIMAL,
    CHARACTER,
    BLOB,
    BIT,
    DATE,
    TIME,
    GMTTIME,
    TIMESTAMP,
    GMTTIMESTAMP,
    INTERVAL;

    public boolean isNumeric() {
        return this == INTEGER || this == FLOAT || this == DECIMAL;
    }

    /** Whether the type is CHARACTER, BLOB or BIT. String functions accept these types. */
    public boolean isString() {
        return this == CHARACTER || this == BLOB || this == BIT;
    }

    public boolean isDatetime() {
        return ordinal() >= DATE.ordinal() && ordinal() <= GMTTIMESTAMP.ordinal();
    }
}
