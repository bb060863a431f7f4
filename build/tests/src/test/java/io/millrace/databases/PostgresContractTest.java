package io.millrace.databases;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** A real server of PostgreSQL. */
class PostgresContractTest extends DatabaseContract {

    @TempDir static Path folder;

    private static PostgresServer server;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start(folder);
    }

    @AfterAll
    static void stopServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Override
    String url() {
        return server.url();
    }

    @Override
    String user() {
        return PostgresServer.user();
    }

    @Override
    String bytes() {
        return "BYTEA";
    }

    @Override
    String[] createChange() {
        return new String[] {
            "CREATE OR REPLACE PROCEDURE CHANGE(IN A INT, OUT B INT, INOUT C TEXT) LANGUAGE plpgsql"
                    + " AS $$ BEGIN B := A * 2; C := C || '!'; END $$"
        };
    }

    @Override
    String[] createHalf() {
        return new String[] {
            "CREATE OR REPLACE FUNCTION HALF(A NUMERIC) RETURNS NUMERIC LANGUAGE SQL AS"
                    + " 'SELECT round(A / 2, 1)'"
        };
    }

    @Override
    String[] createParts() {
        return new String[] {
            "CREATE OR REPLACE FUNCTION PARTS(LEAST_ID INT) RETURNS TABLE(ID INT, NAME VARCHAR)"
                    + " LANGUAGE SQL AS 'SELECT P.ID, P.NAME FROM PART P WHERE P.ID >= LEAST_ID"
                    + " ORDER BY P.ID'"
        };
    }
}
