package io.millrace.store.jdbc;

import java.util.Base64;
import java.util.Optional;

import javax.transaction.xa.Xid;

/**
 * The id of a branch, as contained in the name that the PostgreSQL driver gives to a prepared
 * transaction.
 */
record PreparedId(int formatId, byte[] unit, byte[] branch) implements Xid {

    /**
     * Parses the name of a prepared transaction; returns an empty result if other software assigned
     * the name.
     */
    static Optional<PreparedId> read(String name) {
        String[] parts = name.split("_", -1);
        try {
            return parts.length != 3
                    ? Optional.empty()
                    : Optional.of(
                            new PreparedId(
                                    Integer.parseInt(parts[0]),
                                    Base64.getMimeDecoder().decode(parts[1]),
                                    Base64.getMimeDecoder().decode(parts[2])));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public int getFormatId() {
        return formatId;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return unit;
    }

    @Override
    public byte[] getBranchQualifier() {
        return branch;
    }
}
