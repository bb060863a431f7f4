package io.millrace.engine.esql.syntax;

import java.util.Set;

/** The words that begin, end and separate statements. */
final class StatementWords {

    /** Words that can follow a label. */
    static final Set<String> LABELLED = Set.of("BEGIN", "WHILE", "REPEAT", "LOOP", "FOR");

    /** Words that end a list of statements. */
    static final Set<String> TERMINATORS = Set.of("END", "ELSE", "ELSEIF", "WHEN", "UNTIL");

    private static final Set<String> STATEMENTS =
            Set.of(
                    """
                    ATTACH BEGIN CALL CASE COMMIT CREATE DECLARE DELETE DETACH EVAL FOR IF
                    INSERT ITERATE LEAVE LOG LOOP MOVE PASSTHRU PROPAGATE REPEAT RESIGNAL
                    RETURN ROLLBACK SET THROW UPDATE WHILE
                    """
                            .split("\\s+"));

    /** Words that follow CREATE in a definition. */
    static final Set<String> DEFINED =
            Set.of("FUNCTION", "PROCEDURE", "COMPUTE", "FILTER", "DATABASE");

    /** Words that follow CREATE in a statement. */
    private static final Set<String> CREATED =
            Set.of("FIELD", "PREVIOUSSIBLING", "NEXTSIBLING", "FIRSTCHILD", "LASTCHILD");

    /** Words that can follow an expression. */
    static final Set<String> FOLLOWING =
            Set.of(
                    """
                    THEN ELSE ELSEIF END WHEN DO UNTIL AND OR IS IN LIKE BETWEEN AS FROM FOR BEFORE
                    AFTER WHERE VALUES CATALOG MESSAGE SEVERITY NAME NAMESPACE TYPE VALUE TO
                    ENCODING CCSID SET FORMAT OPTIONS DEFAULT DELETE FINALIZE REPEAT ESCAPE ASYMMETRIC SYMMETRIC
                    """
                            .split("\\s+"));

    private StatementWords() {}

    static boolean isStatement(Token token) {
        return STATEMENTS.contains(token.key());
    }

    /** Whether two tokens after CREATE begin a definition, even if the first is mistyped. */
    static boolean isDefinition(Token what, Token name) {
        return DEFINED.contains(what.key())
                || !CREATED.contains(what.key())
                        && name.isName()
                        && DEFINED.stream().anyMatch(key -> SyntaxHints.isMistyped(what, key));
    }
}
