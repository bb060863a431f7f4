package io.millrace.engine.esql;

/**
 * A class whose public static methods with the annotation {@link EsqlFunction} are functions of
 * ESQL. Found by {@link java.util.ServiceLoader}.
 *
 * <p>The methods compute a value from their arguments. They are called by several threads and must
 * not have effects that a rollback of the message should undo. An exception that is not a {@code
 * MillraceException} fails the statement with EXTENSION_FAILED.
 */
public interface FunctionLibrary {}
