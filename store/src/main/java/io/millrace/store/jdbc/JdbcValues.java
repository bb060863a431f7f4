package io.millrace.store.jdbc;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;

import java.math.MathContext;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.function.Function;

/**
 * ESQL's values as JDBC's and back (WMQI ESQL reference, "Data types of values from external
 * sources"; decimals are passed as decimals, where the product passed characters, so that databases
 * with strict types take them).
 */
final class JdbcValues {

    /** SQLSTATE of a type that cannot be used for a parameter. */
    private static final String RESTRICTED_TYPE = "07006";

    private JdbcValues() {}

    static void bind(PreparedStatement statement, int index, Value value) throws SQLException {
        switch (value) {
            case null -> statement.setNull(index, Types.NULL);
            case Value.BooleanValue v -> statement.setBoolean(index, v.value());
            case Value.IntegerValue v -> statement.setLong(index, v.value());
            case Value.FloatValue v -> statement.setDouble(index, v.value());
            case Value.DecimalValue v -> statement.setBigDecimal(index, v.value());
            case Value.CharacterValue v -> statement.setString(index, v.value());
            case Value.BlobValue v -> statement.setBytes(index, v.value().toArray());
            case Value.DateValue v -> statement.setObject(index, v.value());
            case Value.TimeValue v -> statement.setObject(index, v.value());
            case Value.GmtTimeValue v -> statement.setObject(index, v.value());
            case Value.TimestampValue v -> statement.setObject(index, v.value());
            case Value.GmtTimestampValue v -> statement.setObject(index, v.value());
            case Value.BitValue v -> throw refused(index, "BIT");
            case Value.IntervalValue v -> throw refused(index, "INTERVAL");
        }
    }

    private static SQLException refused(int index, String type) {
        return new SQLException(
                "parameter "
                        + index
                        + " is of type "
                        + type
                        + ", which databases do not take; CAST it first",
                RESTRICTED_TYPE);
    }

    static Value read(ResultSet row, int column, int type) throws SQLException {
        return switch (type) {
            case Types.BIT, Types.BOOLEAN -> unlessNull(row, Value.of(row.getBoolean(column)));
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                    unlessNull(row, Value.of(row.getLong(column)));
            case Types.REAL, Types.FLOAT, Types.DOUBLE ->
                    unlessNull(row, new Value.FloatValue(row.getDouble(column)));
            case Types.NUMERIC, Types.DECIMAL ->
                    map(
                            row.getBigDecimal(column),
                            v -> new Value.DecimalValue(v.round(MathContext.DECIMAL128)));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                    map(row.getBytes(column), v -> new Value.BlobValue(Bytes.of(v)));
            case Types.DATE -> map(row.getObject(column, LocalDate.class), Value.DateValue::new);
            case Types.TIME -> map(row.getObject(column, LocalTime.class), Value.TimeValue::new);
            case Types.TIMESTAMP ->
                    map(row.getObject(column, LocalDateTime.class), Value.TimestampValue::new);
            case Types.TIME_WITH_TIMEZONE ->
                    map(
                            row.getObject(column, OffsetTime.class),
                            v ->
                                    new Value.GmtTimeValue(
                                            v.withOffsetSameInstant(ZoneOffset.UTC).toLocalTime()));
            case Types.TIMESTAMP_WITH_TIMEZONE ->
                    map(
                            row.getObject(column, OffsetDateTime.class),
                            v ->
                                    new Value.GmtTimestampValue(
                                            v.withOffsetSameInstant(ZoneOffset.UTC)
                                                    .toLocalDateTime()));
            default -> Value.of(row.getString(column));
        };
    }

    /** The value that was read last, whose column may have been NULL. */
    private static Value unlessNull(ResultSet row, Value value) throws SQLException {
        return row.wasNull() ? null : value;
    }

    private static <T> Value map(T value, Function<T, Value> toValue) {
        return value == null ? null : toValue.apply(value);
    }
}
