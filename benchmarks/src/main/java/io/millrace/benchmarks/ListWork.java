package io.millrace.benchmarks;

/** The programs of {@link ListBenchmark}. */
public enum ListWork {
    INDEX_AND_CARDINALITY(
            """
            DECLARE i INTEGER 1; DECLARE n INTEGER 0;
            WHILE i <= CARDINALITY(InputRoot.XML.Order.Item[]) DO
              SET n = n + LENGTH(InputRoot.XML.Order.Item[i].Code)
                        + CAST(InputRoot.XML.Order.Item[i].Quantity AS INTEGER);
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = n;
            """),
    FIRST_BESIDE_CARDINALITY(
            """
            DECLARE i INTEGER 1; DECLARE n INTEGER 0;
            WHILE i <= CARDINALITY(InputRoot.XML.Order.Item[]) DO
              IF InputRoot.XML.Order.Item.Code = InputRoot.XML.Order.Item[<].Code THEN SET n = n + 1; END IF;
              SET i = i + 1;
            END WHILE;
            """),
    TWO_PLACES(
            """
            DECLARE i INTEGER 1; DECLARE j, n INTEGER;
            SET j = CARDINALITY(InputRoot.XML.Order.Item[]);
            SET n = 0;
            WHILE i <= CARDINALITY(InputRoot.XML.Order.Item[]) DO
              IF InputRoot.XML.Order.Item[i].Quantity = InputRoot.XML.Order.Item[j].Quantity THEN
                SET n = n + 1;
              END IF;
              SET i = i + 1;
              SET j = j - 1;
            END WHILE;
            SET OutputRoot.result = n;
            """),
    DYNAMIC_NAME(
            """
            DECLARE i INTEGER 1; DECLARE n INTEGER 0; DECLARE name CHARACTER 'Item';
            WHILE i <= CARDINALITY(InputRoot.XML.Order.{name}[]) DO
              SET n = n + LENGTH(InputRoot.XML.Order.{name}[i].Code);
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = n;
            """),
    REFERENCE_INDEX(
            """
            DECLARE r REFERENCE TO InputRoot.XML.Order;
            DECLARE i INTEGER 1; DECLARE n INTEGER 0;
            WHILE i <= CARDINALITY(r.Item[]) DO
              SET n = n + LENGTH(r.Item[i].Code);
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = n;
            """),
    FOR_LOOP(
            """
            DECLARE n INTEGER 0;
            FOR r AS InputRoot.XML.Order.Item[] DO
              SET n = n + LENGTH(r.Code);
            END FOR;
            SET OutputRoot.result = n;
            """),
    MOVE_NEXTSIBLING(
            """
            DECLARE n INTEGER 0;
            DECLARE r REFERENCE TO InputRoot.XML.Order.Item[1];
            WHILE LASTMOVE(r) DO
              SET n = n + LENGTH(r.Code);
              MOVE r NEXTSIBLING REPEAT TYPE NAME;
            END WHILE;
            SET OutputRoot.result = n;
            """),
    BUILD_BY_INDEX(
            """
            DECLARE i INTEGER 1;
            WHILE i <= CARDINALITY(InputRoot.XML.Order.Item[]) DO
              SET OutputRoot.XML.Out.Item[i].a = InputRoot.XML.Order.Item[i].Code;
              SET OutputRoot.XML.Out.Item[i].b = InputRoot.XML.Order.Item[i].Quantity;
              SET i = i + 1;
            END WHILE;
            """),
    BUILD_BEHIND_CARDINALITY(
            """
            DECLARE i INTEGER 1;
            WHILE i <= CARDINALITY(InputRoot.XML.Order.Item[]) DO
              SET OutputRoot.XML.Out.Item[CARDINALITY(OutputRoot.XML.Out.Item[]) + 1] = InputRoot.XML.Order.Item[i];
              SET OutputRoot.XML.Out.Item[<].c = i;
              SET i = i + 1;
            END WHILE;
            """),
    COPY_CHILDREN(
            """
            DECLARE I INTEGER 1;
            WHILE I <= CARDINALITY(InputRoot.XML.Order.*[]) DO
              SET OutputRoot.XML.Out.*[I] = InputRoot.XML.Order.*[I];
              SET I = I + 1;
            END WHILE;
            """),
    CREATE_LASTCHILD(
            """
            CREATE FIELD OutputRoot.XML.Out;
            DECLARE o REFERENCE TO OutputRoot.XML.Out;
            DECLARE p REFERENCE TO o;
            FOR r AS InputRoot.XML.Order.Item[] DO
              CREATE LASTCHILD OF o AS p NAME 'Item';
              SET p.a = r.Code;
            END FOR;
            """),
    SELECT_ALL(
            """
            SET OutputRoot.XML.Out.Item[] = (SELECT I.Code AS a, I.Quantity AS b
              FROM InputRoot.XML.Order.Item[] AS I WHERE CAST(I.Quantity AS INTEGER) > 3);
            """),
    DELETE_WHILE_GOING(
            """
            SET OutputRoot.XML.Out = InputRoot.XML.Order;
            DECLARE i INTEGER CARDINALITY(OutputRoot.XML.Out.Item[]);
            WHILE i > 0 DO
              IF OutputRoot.XML.Out.Item[i].Quantity = '3' THEN DELETE FIELD OutputRoot.XML.Out.Item[i]; END IF;
              SET i = i - 1;
            END WHILE;
            """);

    private final String statements;

    ListWork(String statements) {
        this.statements = statements;
    }

    String statements() {
        return statements;
    }
}
