package io.millrace.store.jdbc;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.resource.Secret;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

import javax.net.ssl.SSLException;

/** The description of a failed attempt to connect to a database, with the required action. */
final class ConnectFailure {

    // Error codes of H2 (org.h2.api.ErrorCode).
    private static final int H2_IN_USE = 90020;
    private static final int H2_IO_ERROR = 90028;
    private static final int H2_IO_ERROR_OF_FILE = 90031;
    private static final int H2_RELATIVE_PATH = 90011;
    private static final int H2_UNKNOWN_SETTING = 90113;
    private static final int H2_NOT_FOUND = 90146;

    /** Maximum length of a text of a driver, which can quote a complete script. */
    private static final int MAX_TEXT = 300;

    private final String url;
    private final SQLException error;

    private ConnectFailure(DataSourceDefinition source, SQLException error) {
        this.url = source.url();
        this.error = error;
    }

    /** Returns the reason and, after a semicolon, the action. Secrets are masked. */
    static String describe(DataSourceDefinition source, SQLException error) {
        ConnectFailure failure = new ConnectFailure(source, error);
        return failure.reason() + "; " + failure.action();
    }

    /** Returns the text of the driver, or the network error that the driver omits. */
    private String reason() {
        if (cause(UnknownHostException.class) instanceof UnknownHostException unknown) {
            return "unknown host " + unknown.getMessage();
        }
        if (cause(ConnectException.class) != null) {
            return "connection refused";
        }
        if (cause(NoSuchFileException.class) instanceof NoSuchFileException missing && hasInit()) {
            return "the file %s of INIT does not exist in the folder %s"
                    .formatted(missing.getFile(), Path.of("").toAbsolutePath());
        }
        if (error.getErrorCode() == H2_RELATIVE_PATH) {
            return "the path in its url must begin with ./, ~/ or /";
        }
        if (cause(SocketTimeoutException.class) != null) {
            return "it does not answer as a database";
        }
        if (fileFailure() instanceof FileSystemException failure) {
            return "the database file cannot be opened: " + FileErrors.unusable(failure);
        }
        String text = JdbcErrors.text(error).strip();
        text = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        if (cause(SSLException.class) instanceof SSLException tls
                && tls.getMessage() != null
                && !text.contains(tls.getMessage())) {
            text += ": " + Secret.masked(tls.getMessage());
        }
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
    }

    private String action() {
        String state = error.getSQLState() == null ? "" : error.getSQLState();
        if (state.startsWith("28")) {
            return "correct its user and password";
        }
        if (state.equals("3D000")) {
            return "create the database, or correct its name in the url";
        }
        if (state.startsWith("42") && hasInit()) {
            return "correct the SQL of INIT in its url";
        }
        if (cause(UnknownHostException.class) != null) {
            return "correct the host in its url";
        }
        if (cause(ConnectException.class) != null) {
            return "start the database, or correct host and port in its url";
        }
        if (cause(NoSuchFileException.class) != null && hasInit()) {
            return "correct the path in its url";
        }
        if (cause(SocketTimeoutException.class) != null) {
            return "check host and port in its url, and the database";
        }
        return switch (error.getErrorCode()) {
            case H2_IN_USE -> "end the other process, or add ;AUTO_SERVER=TRUE to the url of both";
            case H2_RELATIVE_PATH -> "write ./ before it for the current folder";
            case H2_UNKNOWN_SETTING -> "correct or remove the setting in its url";
            case H2_IO_ERROR, H2_IO_ERROR_OF_FILE ->
                    "correct the path in its url, or the permissions of the folder";
            case H2_NOT_FOUND -> "correct the path in its url, or remove IFEXISTS=TRUE";
            default -> "check its url, user and password, and that the database runs";
        };
    }

    /** Whether the URL contains statements that the driver executes for each connection. */
    private boolean hasInit() {
        return url.toUpperCase(Locale.ROOT).contains(";INIT=");
    }

    /** Returns the failure of the file system if H2 cannot open its file; otherwise null. */
    private Throwable fileFailure() {
        boolean isFile =
                error.getErrorCode() == H2_IO_ERROR || error.getErrorCode() == H2_IO_ERROR_OF_FILE;
        return isFile ? cause(FileSystemException.class) : null;
    }

    private Throwable cause(Class<? extends Throwable> type) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return t;
            }
        }
        return null;
    }
}
