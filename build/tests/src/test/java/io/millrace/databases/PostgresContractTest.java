package io.millrace.databases;

import org.junit.jupiter.api.BeforeAll;

/** A real server of PostgreSQL. */
class PostgresContractTest extends DatabaseContract {

    private static PostgresServer server;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.shared();
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
