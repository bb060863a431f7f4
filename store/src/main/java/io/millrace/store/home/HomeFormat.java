package io.millrace.store.home;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import java.util.Properties;

/**
 * The format of a home folder, in a file of the folder. Its number increases only when earlier
 * versions of Millrace cannot read the folder correctly. A folder without the file has format 1.
 */
final class HomeFormat {

    static final String FILE = "home.properties";

    /** The format that this version writes. This version also reads all earlier formats. */
    static final int CURRENT = 1;

    private static final String KEY = "format";

    private HomeFormat() {}

    /**
     * Checks the format of a locked folder. Writes the current format to a new folder.
     *
     * @throws MillraceException with HOME_FORMAT or STORE_DAMAGED
     */
    static void check(HomeFolder home) {
        Properties properties = home.read(FILE);
        String found = properties.getProperty(KEY);
        if (found == null) {
            properties.setProperty(KEY, Integer.toString(CURRENT));
            home.write(FILE, properties);
            return;
        }
        if (number(home, found) > CURRENT) {
            throw new MillraceException(
                    ErrorCode.HOME_FORMAT,
                    """
                    the home folder %s has format %s, but this version of Millrace supports \
                    format %d and earlier; start the version that has used the folder, or restore \
                    a copy of the folder from before the upgrade\
                    """
                            .formatted(home.path(), found, CURRENT),
                    Insert.of(home.path().toString()),
                    Insert.of(found));
        }
    }

    private static int number(HomeFolder home, String found) {
        try {
            return Integer.parseInt(found);
        } catch (NumberFormatException e) {
            throw StoreErrors.unreadable(
                    home.resolve(FILE), KEY + " must be a number (found " + found + ")");
        }
    }
}
