package io.millrace.store.jdbc;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.CallableStatement;
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
 * Conversion of ESQL values to JDBC values and back (WMQI ESQL reference, "Data types of values
 * from external sources"). Decimals are passed as decimals, not as characters as in the product, so
 * that databases with strict types accept them.
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
                        + ", which databases do not support; CAST it first",
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
                    map(row.getBigDecimal(column), JdbcValues::decimal);
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

    /** Returns the JDBC type of a parameter of a procedure call. */
    static int parameterType(int index, ValueType type) throws SQLException {
        return switch (type) {
            case BOOLEAN -> Types.BOOLEAN;
            case INTEGER -> Types.BIGINT;
            case FLOAT -> Types.DOUBLE;
            case DECIMAL -> Types.DECIMAL;
            case CHARACTER -> Types.VARCHAR;
            case BLOB -> Types.VARBINARY;
            case DATE -> Types.DATE;
            case TIME, GMTTIME -> Types.TIME;
            case TIMESTAMP, GMTTIMESTAMP -> Types.TIMESTAMP;
            case BIT, INTERVAL -> throw refused(index, type.toString());
        };
    }

    /** Returns the value of a parameter after a procedure call. */
    static Value read(CallableStatement call, int index, ValueType type) throws SQLException {
        return switch (type) {
            case BOOLEAN -> unlessNull(call, Value.of(call.getBoolean(index)));
            case INTEGER -> unlessNull(call, Value.of(call.getLong(index)));
            case FLOAT -> unlessNull(call, new Value.FloatValue(call.getDouble(index)));
            case DECIMAL -> map(call.getBigDecimal(index), JdbcValues::decimal);
            case CHARACTER -> map(call.getString(index), Value::of);
            case BLOB -> map(call.getBytes(index), v -> new Value.BlobValue(Bytes.of(v)));
            case DATE -> map(call.getObject(index, LocalDate.class), Value.DateValue::new);
            case TIME -> map(call.getObject(index, LocalTime.class), Value.TimeValue::new);
            case GMTTIME -> map(call.getObject(index, LocalTime.class), Value.GmtTimeValue::new);
            case TIMESTAMP ->
                    map(call.getObject(index, LocalDateTime.class), Value.TimestampValue::new);
            case GMTTIMESTAMP ->
                    map(call.getObject(index, LocalDateTime.class), Value.GmtTimestampValue::new);
            case BIT, INTERVAL -> throw refused(index, type.toString());
        };
    }

    private static Value decimal(BigDecimal value) {
        return new Value.DecimalValue(value.round(MathContext.DECIMAL128));
    }

    private static Value unlessNull(CallableStatement call, Value value) throws SQLException {
        return call.wasNull() ? null : value;
    }

    /** Returns the given value; NULL if the column that was read last is NULL. */
    private static Value unlessNull(ResultSet row, Value value) throws SQLException {
        return row.wasNull() ? null : value;
    }

    private static <T> Value map(T value, Function<T, Value> toValue) {
        return value == null ? null : toValue.apply(value);
    }
}
