package io.millrace.store.home;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.StoreUser;

import org.slf4j.Logger;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Properties;

/**
 * The user with all rights that an embedded store creates for this process and for commands of the
 * same operating system user. It is stored in {@code credentials.properties} in the home folder,
 * which only its owner can read.
 */
public record Credentials(String user, String password) {

    private static final Logger LOG = EventLog.of(Credentials.class);

    public static final String FILE = "credentials.properties";

    /** Returns the credentials of a home folder, and creates them if they do not exist. */
    public static Credentials ofHome(HomeFolder home) {
        Properties found = home.readIfIntact(FILE);
        Credentials known = from(found);
        if (known != null) {
            return known;
        }
        if (!found.isEmpty()) {
            LOG.warn(
                    "{} the file {} is damaged: it has no user or no password; it is created again",
                    ErrorCode.STORE_DAMAGED.id(),
                    home.path().resolve(FILE));
        }
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        Credentials made = new Credentials(StoreUser.OWN, HexFormat.of().formatHex(random));
        Properties properties = new Properties();
        properties.setProperty("user", made.user);
        properties.setProperty("password", made.password);
        home.write(FILE, properties);
        return made;
    }

    /**
     * Returns the credentials in the home folder of a running process; throws NO_CREDENTIALS if
     * they cannot be read.
     */
    public static Credentials left(Path home) {
        Path file = home.resolve(FILE);
        Credentials found = null;
        try {
            found = Files.isReadable(file) ? from(HomeFolder.read(file)) : null;
        } catch (MillraceException e) {
            // The error is reported below.
        }
        if (found == null) {
            throw new MillraceException(
                    ErrorCode.NO_CREDENTIALS,
                    """
                    a broker runs in %s, but its credentials in %s cannot be read or are \
                    damaged: use the operating system user that started the broker, or restart \
                    the broker\
                    """
                            .formatted(home, file));
        }
        return found;
    }

    private static Credentials from(Properties properties) {
        String user = properties.getProperty("user", "");
        String password = properties.getProperty("password", "");
        return user.isEmpty() || password.isEmpty() ? null : new Credentials(user, password);
    }

    @Override
    public String toString() {
        return user;
    }
}
