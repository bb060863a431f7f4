package io.millrace.connectors.http;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * A check of a value against a schema, which ends with the first errors. The keywords {@code
 * anyOf}, {@code oneOf} and {@code not} collect the errors of their schemas in separate lists,
 * which are also limited. Each keyword that is applied to a value counts as steps.
 */
final class SchemaCheck extends ExecutionContext {

    /** Maximum number of errors of a value. */
    static final int MAX_ERRORS = 20;

    private static final int STEPS_OF_KEYWORD = 5;

    /** Thrown after the last error that is reported. */
    private static final class EnoughErrors extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EnoughErrors() {
            super("", null, false, false);
        }
    }

    private final List<Error> result = getErrors();

    private SchemaCheck(Schema schema) {
        super(schema.createExecutionContext().getExecutionConfig());
    }

    /**
     * Returns the first errors of a value; empty if the value is valid.
     *
     * @throws CheckSteps.TooManySteps if the check exceeds its limit
     */
    static List<Error> errors(Schema schema, JsonNode value) {
        SchemaCheck check = new SchemaCheck(schema);
        try {
            schema.validate(check, value);
        } catch (EnoughErrors e) {
            // The result contains the errors.
        } catch (StackOverflowError e) {
            throw new CheckSteps.TooManySteps();
        }
        return check.result;
    }

    /** Begins a keyword. */
    @Override
    public void evaluationPathAddLast(String keyword) {
        CheckSteps.count(STEPS_OF_KEYWORD);
        super.evaluationPathAddLast(keyword);
    }

    @Override
    public void addError(Error error) {
        if (getErrors().size() < MAX_ERRORS) {
            super.addError(error);
        }
        endIfEnough();
    }

    /** Continues with a list to which a keyword may have added errors of nested schemas. */
    @Override
    public void setErrors(List<Error> errors) {
        if (errors.size() > MAX_ERRORS) {
            errors.subList(MAX_ERRORS, errors.size()).clear();
        }
        super.setErrors(errors);
        endIfEnough();
    }

    private void endIfEnough() {
        if (getErrors() == result && result.size() >= MAX_ERRORS) {
            throw new EnoughErrors();
        }
    }
}
